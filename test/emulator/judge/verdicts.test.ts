/** The verdicts on journals that are written in documents, one for each rule: in each test, what is sent and what is judged. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JudgeOptions } from '../../../src/emulator/judge/judge.js';
import { customTags } from '../../written-values.js';
import { verdictBy, type Sketch } from './sketch.js';

/** What is sent, and some members of the verdict on it. */
interface Judged {
  /** Default: the one that the document is named after. */
  readonly rule?: string;
  /** What is known of the client. */
  readonly options?: JudgeOptions;
  readonly sent: readonly Sketch[];
  readonly verdict: string;
}

const FOLDER = new URL('verdicts/', import.meta.url);

const documents = readdirSync(FOLDER).map((name) => ({
  name: name.replace('.yaml', ''),
  tests: parse(readFileSync(new URL(name, FOLDER), 'utf8'), { customTags }) as Readonly<
    Record<string, Judged | readonly Judged[]>
  >,
}));

for (const { name, tests } of documents) {
  for (const [title, cases] of Object.entries(tests))
    test(`${name}: ${title}`, () => {
      for (const judged of [cases].flat()) check(judged, name);
    });
}

function check({ rule, options = {}, sent, verdict, ...others }: Judged, name: string): void {
  expect(verdictBy(options, rule ?? name, ...sent)).toMatchObject({ verdict, ...others });
}
