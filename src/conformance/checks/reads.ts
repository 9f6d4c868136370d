/** Every operation that reads, asked as section 4.2 says. */

import type { Contract } from '../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import { email, partyId, scoredPartyId } from '../sample.js';
import { happyAnswers, type HappyCase } from './happy-answers.js';

const GROUP = 'reads';

const CASES: readonly Omit<HappyCase, 'group' | 'section'>[] = [
  { operation: 'getUsers', subject: 'the users list', ask: (service) => service.ask('getUsers') },
  { operation: 'getHumanScores', subject: 'the list of human scores', ask: (service) => service.ask('getHumanScores') },
  {
    operation: 'getHumanScoreByPartyId',
    subject: "a party's human score",
    ask: async (service) => service.ask('getHumanScoreByPartyId', { path: { partyId: await scoredPartyId(service) } }),
  },
  { operation: 'getCredentials', subject: 'the list of credentials', ask: (service) => service.ask('getCredentials') },
  {
    operation: 'getCredentialByPartyId',
    subject: "the list of a party's credentials",
    ask: async (service) => service.ask('getCredentialByPartyId', { path: { partyId: await partyId(service) } }),
  },
  {
    operation: 'resolveCredentials',
    subject: 'a look-up',
    ask: async (service) => service.ask('resolveCredentials', { query: { q: await email(service) } }),
  },
];

/** The group. */
export function reads(contract: Contract): CheckGroup {
  return {
    name: GROUP,
    title: 'reading',
    checks: CASES.flatMap((one) => happyAnswers(contract, { ...one, group: GROUP, section: '4.2' })),
  };
}
