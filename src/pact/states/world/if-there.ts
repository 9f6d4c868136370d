/** Asks for what may not be there. */

import { Problem } from '../../../control/problem.js';

/** What the question gives; undefined where the control plane says that it is not there. */
export async function ifThere<Value>(ask: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}
