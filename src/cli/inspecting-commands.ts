/** The commands that show and check, and run no emulator, in one file of the bundle: see commands.ts. */

export { addCompletionCommand } from './completion.js';
export { addConformCommand } from './upstream/conform.js';
export { addEnvCommand } from './env.js';
export { addFidelityCommand } from './reference/fidelity.js';
export { addJudgeCommand } from './running/judge.js';
export { addPactCommands } from './running/pact-from-journal.js';
export { addScenariosCommand } from './reference/scenarios.js';
export { addStatesCommand } from './reference/states.js';
export { addWaitCommand } from './running/wait.js';
export { addClockCommand } from './running/clock.js';
export { addJournalCommand, addTailCommand } from './running/journal.js';
export { addSandboxCommand } from './running/sandbox.js';
