/** What names a new data request of a sandbox. */

import { NEWEST_GENERATED_REQUEST_ID } from '../population/population.js';
import { hashUuid } from '../time/random.js';
import type { Sandbox } from './sandbox.js';

export interface RequestIdentity {
  /** Counts from 1 in each sandbox. */
  readonly number: number;
  /** Above those of all generated requests, so that new ones are the newest. */
  readonly id: number;
  readonly proposalId: string;
}

/** The next one; it depends on the sandbox's seed and on how many there were before. */
export function nextRequestIdentity(sandbox: Sandbox): RequestIdentity {
  const number = sandbox.nextNumber('dataRequests');
  return { number, id: NEWEST_GENERATED_REQUEST_ID + number, proposalId: hashUuid(sandbox.seed, 0x70726f70, number) };
}
