/** The public names, with another `startEmulator`: what tests import in a run with `TEST_STORE`. */

export * from '../../../src/index.js';
export { startInStore as startEmulator } from './start-in-store.js';
