/**
 * Writes the sources that follow from documents, before the others are read; Git does not keep them.
 * `document-types.ts` writes those that take the compiler.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.js';
import { controlRows } from './control-operations.js';
import { declaredStates } from './provider-states.js';
import { scenarioTypes } from './scenario-types.js';
import { commandModules, commandRows, durationRows, expressionsOf, tableOf } from './source-tables.js';

/** The code that other modules import: what makes each file, by its path. Tests need it, too. */
const CODE: Readonly<Record<string, () => string>> = {
  'src/emulator/option-rows.ts': () => tableOf('src/emulator/options.yaml', 'OPTION_ROWS'),
  'src/emulator/sandbox-rows.ts': () => tableOf('src/emulator/sandbox-options.yaml', 'SANDBOX_ROWS'),
  'src/upstream/proxy/proxy-rows.ts': () => tableOf('src/upstream/proxy/proxy-options.yaml', 'PROXY_ROWS'),
  'src/pact/generate/phrases.ts': () => tableOf('src/pact/generate/phrases.yaml', 'PHRASES'),
  'src/pact/states/set-up/score-levels.ts': () => tableOf('src/pact/states/set-up/score-levels.yaml', 'SCORE_LEVELS'),
  'src/pact/states/members.ts': () => tableOf('src/pact/states/members.yaml', 'MEMBERS'),
  'src/upstream/sentence-table.ts': () => tableOf('src/upstream/sentences.yaml', 'SENTENCES'),
  'src/upstream/evidence/words.ts': () => tableOf('src/upstream/evidence/words.yaml', 'WORDS'),
  'src/verify/option-rows.ts': () => tableOf('src/verify/verify-options.yaml', 'OPTIONS'),
  'src/verify/run/certificate.ts': () => tableOf('src/verify/run/certificate.yaml', 'CERTIFICATE'),
  'src/verify/compare/findings.ts': () => tableOf('src/verify/compare/findings.yaml', 'FINDINGS'),
  'src/cli/command-table.ts': () => tableOf('src/cli/commands.yaml', 'COMMAND_TABLE', commandRows),
  'src/cli/command-modules.ts': commandModules,
  'src/audit/run/printed.ts': () => expressionsOf('src/audit/run/printed.yaml', 'PRINTED'),
  'src/contract/control-operations.ts': () =>
    tableOf('spec/control.yaml', 'CONTROL_OPERATIONS', controlRows, 'ControlOperationId'),
  'src/emulator/scenarios/fault-durations.ts': () => tableOf('spec/scenario.schema.json', 'DURATIONS', durationRows),
  'src/pact/states/declared-states.ts': declaredStates,
};

/** The types that only declarations need: what makes each file, by its path. */
const TYPES: typeof CODE = {
  'src/emulator/scenarios/shipped-scenarios.ts': scenarioTypes,
  'src/client/contract-types.ts': clientTypes,
};

/** Each run of the tests does this. */
export function generateCode(): void {
  writeChanged(CODE);
}

/** Each build does this: declarations contain the types. */
export function generateSources(): void {
  writeChanged({ ...CODE, ...TYPES });
}

/** Writes the files, except for those that are as they should be: they would look changed. */
function writeChanged(sources: typeof CODE): void {
  for (const [file, textOf] of Object.entries(sources)) {
    const text = textOf();
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
