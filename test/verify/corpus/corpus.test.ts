/**
 * Pact files with the expected verdict beside each, in `verdicts.yaml`. A short run sends their requests and compares
 * them with the contract; a long one runs the Pact verifier, too.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyPacts, type VerificationReport } from 'id-emulator/pact';
import { parse } from 'yaml';
import { beforeAll, expect, test } from 'vitest';
import { differencesFrom } from '../../declared-types.js';
import { remembering } from '../../../src/common/remembering.js';
import { verifyPactsBy } from '../../../src/verify/verify-pacts.js';
import { budget } from '../../budget.js';
import { statusVerifier } from './status-verifier.js';

/** What is expected of an interaction. */
interface Verdict {
  readonly outcome: VerificationReport['pacts'][number]['interactions'][number]['outcome'];
  /** Codes of what contradicts the contract, and of warnings; sorted. */
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  /** What the Pact verifier reports: a part of the response, `state` or `verifier`. */
  readonly verifier?: readonly string[];
  /** Why we fail what the verifier passes. */
  readonly why?: string;
}

/** By description; or the problem with the whole file. */
type FileVerdict = Readonly<Record<string, Verdict>> | { readonly problem: string };

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const THEMES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const usesVerifier = budget({ short: false, long: true });

let report: VerificationReport;
beforeAll(async () => {
  const options = { pacts: [FOLDER] };
  report = usesVerifier ? await verifyPacts(options) : await verifyPactsBy(statusVerifier(), options);
}, 120_000);

const verdictsOf = remembering((theme): [file: string, verdict: FileVerdict][] => {
  const text = readFileSync(join(FOLDER, theme, 'verdicts.yaml'), 'utf8');
  return Object.entries(parse(text) as Readonly<Record<string, FileVerdict>>);
});

function isProblem(verdict: FileVerdict): verdict is { readonly problem: string } {
  return typeof verdict['problem'] === 'string';
}

/** Without the verifier, nobody compares headers and bodies. */
function comparable({ outcome, errors = [], warnings = [], verifier = [] }: Verdict): Omit<Verdict, 'why'> {
  const compared = usesVerifier ? verifier : verifier.filter((part) => part !== 'header' && part !== 'body');
  const passes = errors.length + compared.length === 0;
  return { outcome: passes ? 'passed' : outcome, errors, warnings, verifier: compared };
}

/** The verdicts on the interactions of a file, as the report has them; undefined if it has no such pact. */
function reported(path: string): Readonly<Record<string, Verdict>> | undefined {
  const pact = report.pacts.find(({ source }) => source.endsWith(path));
  return (
    pact &&
    Object.fromEntries(
      pact.interactions.map(({ description, outcome, failures, warnings }): [string, Verdict] => [
        description,
        {
          outcome,
          errors: failures.flatMap(({ code }) => code ?? []).toSorted(),
          warnings: warnings.map(({ code }) => code!).toSorted(),
          verifier: partsOf(failures.filter(({ code }) => code === undefined)),
        },
      ]),
    )
  );
}

function partsOf(failures: readonly { readonly kind: string; readonly where?: string }[]): string[] {
  return [...new Set(failures.map(({ kind, where = kind }) => where.split(' ')[0]!))].toSorted();
}

test('the corpus has at least 250 pact files', () => {
  expect(THEMES.flatMap(verdictsOf).length).toBeGreaterThanOrEqual(250);
});

test.each(THEMES)('each file of %s has a verdict', (theme) => {
  const files = readdirSync(join(FOLDER, theme)).filter((file) => file.endsWith('.json'));
  const named = verdictsOf(theme).map(([file]) => file);
  expect(named.toSorted()).toEqual(files.toSorted());
});

test.each(THEMES)('the verdicts on %s are the expected ones', (theme) => {
  const files = verdictsOf(theme).filter(([, verdict]) => !isProblem(verdict));
  const expected = files.map(([file, verdicts]) => [
    file,
    Object.fromEntries(Object.entries(verdicts).map(([name, verdict]) => [name, comparable(verdict as Verdict)])),
  ]);
  expect(files.map(([file]) => [file, reported(`/${theme}/${file}`)])).toEqual(expected);
});

test('the report is what spec/verify-types.yaml declares', () => {
  expect(differencesFrom('verify-types', 'VerificationReport', report)).toBeNull();
});

test('a file that is no pact has the reason', () => {
  const broken = THEMES.flatMap((theme) =>
    verdictsOf(theme).flatMap(([file, verdict]) =>
      isProblem(verdict) ? [{ path: `/${theme}/${file}`, problem: verdict.problem }] : [],
    ),
  );
  for (const { path, problem } of broken)
    expect(report.problems.find(({ source }) => source.endsWith(path))?.message, path).toContain(problem);
  expect(report.problems).toHaveLength(broken.length);
});

test('where we fail what the verifier passes, the verdict says why', () => {
  const verdicts = THEMES.flatMap(verdictsOf).flatMap(([file, verdict]) =>
    isProblem(verdict) ? [] : Object.values(verdict).map((one) => ({ file, ...one })),
  );
  const unexplained = verdicts.filter(
    ({ outcome, verifier = [], why }) => outcome === 'failed' && verifier.length === 0 && why === undefined,
  );
  expect(unexplained).toEqual([]);
});
