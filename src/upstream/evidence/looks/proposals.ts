/** Looks at the rows that one data request has made. */

import type { Json } from './facts.js';
import { fitting, type Seen } from './look.js';

export const PROPOSAL = 'InstitutionUser.proposalId:scope';

/** A request for data that a row of the list has to show. */
export interface RequestedData {
  readonly partyId: unknown;
  readonly provider: unknown;
  readonly order: number;
  /** Whether a list that should have shown the row did not. */
  wasAbsent: boolean;
}

/** Whether the rows that one request has made share their proposal. */
export function* proposalLook(shown: readonly (readonly [RequestedData, Json])[]): Generator<Seen> {
  for (const [one, row] of shown) {
    const same = shown.filter(([{ order }]) => order === one.order);
    if (same.length > 1 && same.every(([, { proposalId }], at) => at === 0 || proposalId !== row['proposalId']))
      yield fitting(PROPOSAL, ['row'], 'one for each row');
    return;
  }
}
