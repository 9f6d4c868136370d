/**
 * Runs before each file of tests: gives it the `Math.random` of the process, and random input that is the same in each run.
 * Files share a process, so what one of them has replaced and not restored would be there for the next.
 */

import fc from 'fast-check';
import { budget } from './budget.js';

const pristine = Symbol.for('id-emulator.test.random');
const shared = globalThis as { [pristine]?: typeof Math.random };
shared[pristine] ??= Math.random;
Math.random = shared[pristine];

/** A failure says something of the change that was tested. The long run looks for new ones. */
fc.configureGlobal(budget({ short: { seed: 20_260_131 }, long: {} }));
