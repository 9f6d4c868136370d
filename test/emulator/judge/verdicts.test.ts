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
const MEMBERS =
  'received clock duration operation on method path query status client token unknownToken issued headers body responseHeaders responseBody ending scenarios diagnostics'.split(
    ' ',
  );

const documents = readdirSync(FOLDER).map((name) => ({
  name: name.replace('.yaml', ''),
  tests: parse(readFileSync(new URL(name, FOLDER), 'utf8'), { customTags }) as Readonly<
    Record<string, Judged | readonly Judged[]>
  >,
}));

const written = documents.flatMap(({ name, tests }) =>
  Object.entries(tests).map(([title, cases]) => ({ name, title, cases: [cases].flat() })),
);

test.each(written)('$name: $title', ({ name, cases }) => {
  for (const { rule = name, options = {}, sent, verdict, ...others } of cases) {
    const unknown = sent.flatMap(Object.keys).filter((member) => !MEMBERS.includes(member));
    expect(unknown).toEqual([]);
    expect(verdictBy(options, rule, ...sent)).toMatchObject({ verdict, ...others });
  }
});
