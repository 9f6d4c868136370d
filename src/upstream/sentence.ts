/** What conform, evidence and proxy say, as `sentences.yaml` words it. */

import { type NamesIn, worded } from '../common/reporting/worded.js';
import { SENTENCES } from './sentence-table.js';

/** What a sentence does not say itself. */
type Values<Name extends keyof typeof SENTENCES> = Readonly<Record<NamesIn<(typeof SENTENCES)[Name]>, string | number>>;

/** A sentence with its values. */
export function sentence<Name extends keyof typeof SENTENCES>(name: Name, values: Values<Name>): string {
  return worded(SENTENCES[name], values);
}
