/** What the tools around the emulator cost: suites of tests, verifications of pacts, audits, and reports of a full journal. */

import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMULATOR } from '../contestants/contestants.js';
import { rotated } from '../contestants/rotated.js';
import { putUnderLoad } from '../load/put-under-load.js';
import { SandboxClient } from '../load/sandbox-client.js';
import { EmulatorHost } from '../processes/emulator-host.js';
import { secondsOf } from '../processes/seconds-of.js';
import { atMost, below } from '../report/bounds.js';
import { median, ratio } from '../report/samples.js';
import { INTERACTIONS, startAnswering, writePacts } from '../special/pact-set.js';
import { measureAudit } from './audit-run.js';

const SUITES = fileURLToPath(new URL('../suite', import.meta.url));
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
/** Pacts of ten interactions. */
const PACTS = [5, 30];
/** In the journal that reports are about. */
const EXCHANGES = 50_000;
const VERIFY_ONCE = fileURLToPath(new URL('../special/verify-once.js', import.meta.url));

const SUITE = { name: 'Vitest suite of 200 tests', unit: 's' };
const MSW = 'handlers of MSW';
const AUDIT_RUN = { name: 'a run of `audit`, beside its command', unit: 'ms' };
const CLASS = "Pact's class `Verifier`";
/** What each of them reads; `{party}` is one of the journal. */
const REPORTS = {
  behaviour: 'behaviour',
  coverage: 'coverage',
  'journal of a party': 'journal?party={party}',
  HAR: 'journal/har',
};

function verification(pacts) {
  return { name: `verification of ${pacts * INTERACTIONS} interactions`, unit: 's' };
}

function waitFor(report) {
  return {
    name: `longest wait of others for a report of ${EXCHANGES.toLocaleString('en')} exchanges: ${report}`,
    unit: 'ms',
  };
}

/** @type {import('../report/reach.js').Goal[]} */
export const GOALS_OF_TOOLS = [
  {
    id: 'suite',
    measure: `${SUITE.name} with a sandbox each, by the same suite against ${MSW}`,
    bound: atMost(1.5),
    measured: ({ samples }) => ratio(samples.of(SUITE, EMULATOR), samples.of(SUITE, MSW)),
  },
  ...PACTS.map((pacts, at) => ({
    id: `verify-${pacts * INTERACTIONS}`,
    measure: `${verification(pacts).name}, by ${CLASS}`,
    bound: atMost([0.35, 0.18][at]),
    measured: ({ samples }) => ratio(samples.of(verification(pacts), EMULATOR), samples.of(verification(pacts), CLASS)),
  })),
  {
    id: 'audit-run',
    measure: AUDIT_RUN.name,
    bound: below(40, 'ms'),
    measured: ({ samples }) => middle(samples.of(AUDIT_RUN, EMULATOR)),
  },
  ...Object.keys(REPORTS).map((report) => ({
    id: `report-${report.replaceAll(' ', '-')}`,
    measure: waitFor(report).name,
    bound: below(20, 'ms'),
    measured: ({ samples }) => middle(samples.of(waitFor(report), EMULATOR)),
  })),
];

/** One round. */
export async function measureTools(context) {
  await measureSuites(context);
  for (const pacts of PACTS) await measureVerification(context, pacts);
  await measureReports(context);
  if (context.round === 0) context.samples.add(AUDIT_RUN, EMULATOR, await measureAudit(context.processes));
}

async function measureSuites({ processes, samples, round }) {
  const suites = { [EMULATOR]: 'emulator', [MSW]: 'msw' };
  for (const name of rotated(Object.keys(suites), round))
    samples.add(SUITE, name, await secondsOf(processes, [VITEST, 'run', '--root', SUITES, suites[name]]));
}

async function measureVerification({ processes, samples, folder, round }, pacts) {
  const server = await startAnswering(pacts);
  const written = join(folder, `pacts-${pacts}-${round}`);
  mkdirSync(written);
  try {
    writePacts(written, pacts);
    const ways = { [CLASS]: ['class', written, server.url], [EMULATOR]: ['emulator', written] };
    for (const name of rotated(Object.keys(ways), round))
      samples.add(verification(pacts), name, await secondsOf(processes, [VERIFY_ONCE, ...ways[name]]));
  } finally {
    await server.close();
  }
}

/** How long the emulator does nothing else while it makes a report of a full journal. */
async function measureReports({ processes, samples }) {
  const host = new EmulatorHost(processes);
  const client = new SandboxClient();
  try {
    const emulator = await host.start({ journalSize: EXCHANGES });
    const questions = await client.scoreQuestions(emulator, 50);
    await putUnderLoad(processes, { child: host.child, url: emulator.url }, questions, { count: EXCHANGES });
    const party = questions[0].path.split('/').at(-1);
    for (const [report, path] of Object.entries(REPORTS)) {
      await host.longestBlock();
      await client.ask(`${emulator.url}/_emulator/sandboxes/default/${path.replace('{party}', party)}`);
      samples.add(waitFor(report), EMULATOR, (await host.longestBlock()).block);
    }
  } finally {
    client.close();
    await host.stop();
  }
}

function middle(samples) {
  return samples === undefined ? undefined : median(samples);
}
