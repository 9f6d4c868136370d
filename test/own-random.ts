/**
 * Runs before each file of tests: gives it the `Math.random` of the process. Files share a process, so what one of them has
 * replaced and not restored would be there for the next.
 */

const pristine = Symbol.for('id-emulator.test.random');
const shared = globalThis as { [pristine]?: typeof Math.random };
shared[pristine] ??= Math.random;
Math.random = shared[pristine];
