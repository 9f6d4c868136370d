/** Every operation that reads, with the requests of section 4.2. */

import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import type { CheckGroup } from '../check.js';
import type { RequestOptions } from '../exchange.js';
import type { Service } from '../service.js';
import { email, partyId, scoredPartyId } from './examples.js';
import { successChecks } from './success-checks.js';

const GROUP = 'reads';

interface Read {
  readonly operation: OperationId;
  readonly subject: string;
  /** Default: none. */
  readonly options?: (service: Service) => Promise<RequestOptions>;
}

const READS: readonly Read[] = [
  { operation: 'getUsers', subject: 'the users list' },
  { operation: 'getHumanScores', subject: 'the list of human scores' },
  {
    operation: 'getHumanScoreByPartyId',
    subject: "a party's human score",
    options: async (service) => ({ path: { partyId: await scoredPartyId(service) } }),
  },
  { operation: 'getCredentials', subject: 'the list of credentials' },
  {
    operation: 'getCredentialByPartyId',
    subject: "the list of a party's credentials",
    options: async (service) => ({ path: { partyId: await partyId(service) } }),
  },
  {
    operation: 'resolveCredentials',
    subject: 'a look-up',
    options: async (service) => ({ query: { q: await email(service) } }),
  },
];

export function reads(contract: Contract): CheckGroup {
  const checks = READS.flatMap(({ operation, subject, options }) =>
    successChecks(contract, {
      operation,
      subject,
      group: GROUP,
      section: '4.2',
      request: async (service) => service.request(operation, await options?.(service)),
    }),
  );
  return { name: GROUP, title: 'reading', checks };
}
