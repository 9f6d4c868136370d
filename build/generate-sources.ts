/**
 * Writes the sources that are generated from documents, before other sources import them. Git does not keep them.
 * `document-types.ts` writes the sources that need the TypeScript compiler.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.js';
import { controlRows } from './control-operations.js';
import { declaredStates } from './provider-states.js';
import { redisScripts } from './redis-scripts.js';
import { scenarioTypes } from './scenario-types.js';
import { commandModules, commandRows, durationRows, examinations } from './source-tables.js';
import { expressionsOf, tableOf, usualRules } from './source-tables.js';

/** The files with code, which tests need, too: by the path of the file, the function that makes its text. */
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
  'src/emulator/domain/world/usual-rules.ts': () =>
    tableOf('src/emulator/domain/world/standing-rules.yaml', 'USUAL_RULES', usualRules),
  'src/emulator/judge/examinations.ts': examinations,
  'src/audit/run/printed.ts': () => expressionsOf('src/audit/run/printed.yaml', 'PRINTED'),
  'src/contract/control-operations.ts': () =>
    tableOf('spec/control.yaml', 'CONTROL_OPERATIONS', controlRows, 'ControlOperationId'),
  'src/emulator/scenarios/fault-durations.ts': () => tableOf('spec/scenario.schema.json', 'DURATIONS', durationRows),
  'src/pact/states/declared-states.ts': declaredStates,
  'src/stores/redis/scripts.ts': redisScripts,
};

/** The files with types alone, which only declarations need. */
const TYPES: typeof CODE = {
  'src/emulator/scenarios/shipped-scenarios.ts': scenarioTypes,
  'src/client/contract-types.ts': clientTypes,
};

/** Generates the code. Each run of the tests does this. */
export function generateCode(): void {
  writeChanged(CODE);
}

/** Generates code and types. Each build does this, because the declarations that it makes contain the types. */
export function generateSources(): void {
  writeChanged({ ...CODE, ...TYPES });
}

/** Writes the files whose text has changed. A file that is written looks changed, and would be built again. */
function writeChanged(sources: typeof CODE): void {
  for (const [file, textOf] of Object.entries(sources)) {
    const text = textOf();
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
