/** Every operation that reads, with the requests of section 4.2. */

import type { GroupTables } from './table.js';
import { email, partyId, scoredPartyId } from './examples.js';

export const READS: GroupTables = {
  name: 'reads',
  title: 'reading',
  valid: [
    { operation: 'getUsers', subject: 'the users list' },
    { operation: 'getHumanScores', subject: 'the list of human scores' },
    {
      operation: 'getHumanScoreByPartyId',
      subject: "a party's human score",
      request: async (service) =>
        service.request('getHumanScoreByPartyId', { path: { partyId: await scoredPartyId(service) } }),
    },
    { operation: 'getCredentials', subject: 'the list of credentials' },
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
  ],
};
