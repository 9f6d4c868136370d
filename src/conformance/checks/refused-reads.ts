/** Reads with parameters that are wrong, and reads of what is not there: section 7, and what we guess beside it. */

import { type Check, type CheckGroup, holdsIf } from '../check.js';
import { objectsIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import { statusCheck, type StatusCheck } from './response-checks.js';

const ORDERS = ['orderBy', 'orderType', 'status', 'reqStatus', 'kycStatus'] as const;
const NUL = 'conformance\u0000check';

const STATED: readonly StatusCheck[] = [
  {
    id: 'refused-reads.resolve-both',
    title: 'a look-up by q and partyId at once is answered with 400',
    section: '4.2',
    operation: 'resolveCredentials',
    call: { query: { q: UNKNOWN.email, partyId: UNKNOWN.partyId } },
  },
  {
    id: 'refused-reads.resolve-neither',
    title: 'a look-up by neither is answered with 400',
    point: 'resolveCredentials.exactly-one-of:neither',
    operation: 'resolveCredentials',
    call: {},
  },
  {
    id: 'refused-reads.unknown-link',
    title: 'the check of an unknown link is answered with 404',
    section: '4.2',
    operation: 'checkVerificationStatus',
    call: { path: { token: UNKNOWN.link } },
    status: 404,
  },
];

const GUESSED: readonly StatusCheck[] = [
  ...ORDERS.map((name): StatusCheck => ({
    id: `refused-reads.users-${name}`,
    title: `a value of ${name} that does not exist is answered with 400`,
    point: `getUsers.${name}:refusal`,
    operation: 'getUsers',
    call: { query: { [name]: UNKNOWN.value } },
  })),
  {
    id: 'refused-reads.blank-q',
    title: 'a look-up by blanks is answered with 400',
    point: 'resolveCredentials.q:refusal',
    operation: 'resolveCredentials',
    call: { query: { q: '  ' } },
  },
  {
    id: 'refused-reads.empty-party-ids',
    title: 'an empty item of partyIds is answered with 400',
    point: 'PartyIds:refusal',
    operation: 'getCredentials',
    call: { query: { partyIds: '' } },
  },
  {
    id: 'refused-reads.nul-party',
    title: 'a NUL character in a party ID is answered with 400',
    point: 'PartyId:refusal',
    operation: 'getCredentialByPartyId',
    call: { path: { partyId: NUL } },
  },
  {
    id: 'refused-reads.nul-link',
    title: 'a NUL character in the token of a link is answered with 400',
    point: 'checkVerificationStatus.token:refusal',
    operation: 'checkVerificationStatus',
    call: { path: { token: NUL } },
  },
  {
    id: 'refused-reads.unknown-score',
    title: 'the score of an unknown party is answered with 404',
    point: 'getHumanScoreByPartyId:unknown-party',
    operation: 'getHumanScoreByPartyId',
    call: { path: { partyId: UNKNOWN.partyId } },
    status: 404,
  },
  {
    id: 'refused-reads.unknown-parameter',
    title: 'a query parameter that does not exist is passed over',
    point: 'service:unknown-parameter',
    operation: 'getUsers',
    call: { query: { conformanceCheck: UNKNOWN.value } },
    status: 200,
  },
  {
    id: 'refused-reads.repeated-parameter',
    title: 'a query parameter that is given twice is answered with 400',
    point: 'service:repeated-parameter',
    operation: 'getUsers',
    call: { query: { limit: ['1', '2'] } },
  },
  {
    id: 'refused-reads.unknown-path',
    title: 'a path that does not exist is answered with 404',
    point: 'service:unknown-path',
    operation: 'getUsers',
    call: { otherPath: '/institutions/me/conformance-check' },
    status: 404,
  },
  {
    id: 'refused-reads.other-method',
    title: 'a method that does not exist is answered with 405',
    point: 'service:unknown-path',
    operation: 'generateVerificationLink',
    call: { method: 'GET' },
    status: 405,
  },
];

const EMPTY: readonly Check[] = [
  {
    id: 'refused-reads.unknown-credentials',
    title: 'the credentials of an unknown party are an empty list',
    point: 'getCredentialByPartyId:unknown-party',
    run: async (service) => {
      const exchange = await service.request('getCredentialByPartyId', { path: { partyId: UNKNOWN.partyId } });
      const isEmpty = Array.isArray(exchange.body) && exchange.body.length === 0;
      return holdsIf(
        exchange.status === 200 && isEmpty,
        `status ${exchange.status}${isEmpty ? '' : ' without an empty list'}, not 200 with one`,
        String(exchange.status),
        isEmpty ? 'an empty list' : 'no empty list',
      );
    },
  },
  {
    id: 'refused-reads.unknown-resolved',
    title: 'a look-up that matches nothing finds an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = objectsIn(
        await service.request('resolveCredentials', { query: { q: UNKNOWN.email } }),
        'credentials',
      );
      return holdsIf(length === 0, `${length} credentials were found for an address that nobody can have`);
    },
  },
  {
    id: 'refused-reads.unknown-reverse',
    title: 'a look-up of an unknown party finds an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = objectsIn(
        await service.request('resolveCredentials', { query: { partyId: UNKNOWN.partyId } }),
        'credentials',
      );
      return holdsIf(length === 0, `${length} credentials were found for a party that nobody is`);
    },
  },
];

/** The group. */
export const REFUSED_READS: CheckGroup = {
  name: 'refused-reads',
  title: 'errors and absences',
  checks: [...[...STATED, ...GUESSED].map(statusCheck), ...EMPTY],
};
