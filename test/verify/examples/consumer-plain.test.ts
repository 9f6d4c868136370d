/** The pacts of examples/consumer-plain pass, and those with a mistake fail with the message in its README. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { verifyPacts, type VerificationReport } from 'id-emulator/pact';
import { beforeAll, expect, test } from 'vitest';
import { shippedContract } from '../../../src/start/shipped.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/consumer-plain', import.meta.url));
const README = readFileSync(`${EXAMPLE}/README.md`, 'utf8');

/** The rows of the README's table of mistakes. */
const mistakes = [...README.matchAll(/^\| `([\w-]+)` \| .+ \| (.+) \|$/gm)].map(([, file, message]) => ({
  file: file!,
  message: message!,
}));

let report: VerificationReport;
beforeAll(async () => {
  report = await verifyPacts({ pacts: [`${EXAMPLE}/pacts`, `${EXAMPLE}/mistakes`] });
}, 60_000);

function interactionsOf(folder: string): VerificationReport['pacts'][number]['interactions'] {
  return report.pacts
    .filter(({ source }) => source.startsWith(`${EXAMPLE}/${folder}/`))
    .flatMap(({ interactions }) => interactions);
}

test('every interaction passes', () => {
  const outcomes = interactionsOf('pacts').map(({ description, outcome, failures }) => ({
    description,
    outcome,
    failures,
  }));
  expect(outcomes).toEqual(outcomes.map(({ description }) => ({ description, outcome: 'passed', failures: [] })));
  expect(report.problems).toEqual([]);
});

test('the pacts use every operation and every failure status', () => {
  const interactions = interactionsOf('pacts');
  expect([...new Set(interactions.map(({ operation }) => operation))].toSorted()).toEqual(
    [...shippedContract().operations.keys()].toSorted(),
  );
  expect([...new Set(interactions.map(({ expectedStatus }) => expectedStatus))].toSorted()).toEqual([
    200, 204, 400, 401, 404, 429,
  ]);
});

test('the pacts have versions 2 and 3', () => {
  expect([...new Set(report.pacts.map(({ specification }) => specification))].toSorted()).toEqual(['2.0.0', '3.0.0']);
});

test('the README lists every mistake', () => {
  expect(mistakes.map(({ file }) => `${file}.json`).toSorted()).toEqual(readdirSync(`${EXAMPLE}/mistakes`).toSorted());
});

test.each(mistakes)('$file fails, and the report contains the reason', ({ file, message }) => {
  const found = report.pacts.find(({ source }) => source === `${EXAMPLE}/mistakes/${file}.json`);
  const kind = file === 'unknown-state' ? 'state' : 'contract';
  expect(found!.interactions).toEqual([
    expect.objectContaining({
      outcome: 'failed',
      failures: expect.arrayContaining([
        expect.objectContaining({ kind, message: expect.stringContaining(message) as string }),
      ]) as object[],
    }),
  ]);
});
