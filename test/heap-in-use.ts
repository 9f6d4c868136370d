/** Memory that is really in use, without what is only waiting to be collected. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees all that nothing refers to any longer. */
export function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What only a finalizer held is free now.
  collect();
}

/** The size of all reachable objects in bytes. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
