/** Every operation that reads, with the requests of section 4.2. */

import type { Contract } from '../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import { email, partyId, scoredPartyId } from './examples.js';
import { successChecks, type SuccessCase } from './response-checks.js';

const GROUP = 'reads';

const CASES: readonly Omit<SuccessCase, 'group' | 'section'>[] = [
  { operation: 'getUsers', subject: 'the users list', request: (service) => service.request('getUsers') },
  {
    operation: 'getHumanScores',
    subject: 'the list of human scores',
    request: (service) => service.request('getHumanScores'),
  },
  {
    operation: 'getHumanScoreByPartyId',
    subject: "a party's human score",
    request: async (service) =>
      service.request('getHumanScoreByPartyId', { path: { partyId: await scoredPartyId(service) } }),
  },
  {
    operation: 'getCredentials',
    subject: 'the list of credentials',
    request: (service) => service.request('getCredentials'),
  },
  {
    operation: 'getCredentialByPartyId',
    subject: "the list of a party's credentials",
    request: async (service) =>
      service.request('getCredentialByPartyId', { path: { partyId: await partyId(service) } }),
  },
  {
    operation: 'resolveCredentials',
    subject: 'a look-up',
    request: async (service) => service.request('resolveCredentials', { query: { q: await email(service) } }),
  },
];

/** The group. */
export function reads(contract: Contract): CheckGroup {
  return {
    name: GROUP,
    title: 'reading',
    checks: CASES.flatMap((one) => successChecks(contract, { ...one, group: GROUP, section: '4.2' })),
  };
}
