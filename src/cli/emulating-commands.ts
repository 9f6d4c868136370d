/** The commands that run an emulator or a proxy themselves, in one file of the bundle: see commands.ts. */

export { addAuditCommand } from './audit/audit.js';
export { addMutateCommand } from './audit/mutate.js';
export { addFixturesCommand } from './reference/fixtures.js';
export { addProxyCommand } from './upstream/proxy.js';
export { addInspectCommand } from './inspect.js';
export { addReplayCommand } from './replay.js';
