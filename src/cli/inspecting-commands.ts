/** The commands that show and check, and run no emulator, in one file of the bundle: see commands.ts. */

export { addCompletionCommand } from './completion.js';
export { addConformCommand } from './conform.js';
export { addEnvCommand } from './env.js';
export { addFidelityCommand } from './fidelity.js';
export { addJudgeCommand } from './judge.js';
export { addPactCommands } from './pact-from-journal.js';
export { addScenariosCommand } from './scenarios.js';
export { addStatesCommand } from './states.js';
export { addWaitCommand } from './wait.js';
export { addClockCommand } from './clock.js';
export { addJournalCommand, addTailCommand } from './journal.js';
export { addSandboxCommand } from './sandbox.js';
