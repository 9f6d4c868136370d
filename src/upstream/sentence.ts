/** Words the sentences of conform, evidence and proxy, as `sentences.yaml` has them. */

import { type NamesIn, worded } from '../common/reporting/worded.js';
import { SENTENCES } from './sentence-table.js';

/** The values for the places of a sentence: `{address}`. */
type Values<Name extends keyof typeof SENTENCES> = Readonly<Record<NamesIn<(typeof SENTENCES)[Name]>, string | number>>;

/** A sentence with its values. */
export function sentence<Name extends keyof typeof SENTENCES>(name: Name, values: Values<Name>): string {
  return worded(SENTENCES[name], values);
}
