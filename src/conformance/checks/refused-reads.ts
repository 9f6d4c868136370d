/** Reads with wrong parameters, and reads of what does not exist: section 7, and our guesses beside it. */

import { type Check, type CheckGroup, holdsIf } from '../check.js';
import { objectsIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import { statusCheck, type StatusCheck } from './response-checks.js';

const ORDERS = ['orderBy', 'orderType', 'status', 'reqStatus', 'kycStatus'] as const;
const NUL = 'conformance\u0000check';

const STATED: readonly StatusCheck[] = [
  {
    id: 'refused-reads.resolve-both',
    title: 'a look-up by both q and partyId returns 400',
    section: '4.2',
    operation: 'resolveCredentials',
    call: { query: { q: UNKNOWN.email, partyId: UNKNOWN.partyId } },
  },
  {
    id: 'refused-reads.resolve-neither',
    title: 'a look-up by neither q nor partyId returns 400',
    point: 'resolveCredentials.exactly-one-of:neither',
    operation: 'resolveCredentials',
    call: {},
  },
  {
    id: 'refused-reads.unknown-link',
    title: 'checking an unknown link returns 404',
    section: '4.2',
    operation: 'checkVerificationStatus',
    call: { path: { token: UNKNOWN.link } },
    status: 404,
  },
];

const GUESSED: readonly StatusCheck[] = [
  ...ORDERS.map((name): StatusCheck => ({
    id: `refused-reads.users-${name}`,
    title: `an unknown value of ${name} returns 400`,
    point: `getUsers.${name}:refusal`,
    operation: 'getUsers',
    call: { query: { [name]: UNKNOWN.value } },
  })),
  {
    id: 'refused-reads.blank-q',
    title: 'a look-up by blanks returns 400',
    point: 'resolveCredentials.q:refusal',
    operation: 'resolveCredentials',
    call: { query: { q: '  ' } },
  },
  {
    id: 'refused-reads.empty-party-ids',
    title: 'an empty item of partyIds returns 400',
    point: 'PartyIds:refusal',
    operation: 'getCredentials',
    call: { query: { partyIds: '' } },
  },
  {
    id: 'refused-reads.nul-party',
    title: 'a NUL character in a party ID returns 400',
    point: 'PartyId:refusal',
    operation: 'getCredentialByPartyId',
    call: { path: { partyId: NUL } },
  },
  {
    id: 'refused-reads.nul-link',
    title: 'a NUL character in the token of a link returns 400',
    point: 'checkVerificationStatus.token:refusal',
    operation: 'checkVerificationStatus',
    call: { path: { token: NUL } },
  },
  {
    id: 'refused-reads.unknown-score',
    title: 'the score of an unknown party returns 404',
    point: 'getHumanScoreByPartyId:unknown-party',
    operation: 'getHumanScoreByPartyId',
    call: { path: { partyId: UNKNOWN.partyId } },
    status: 404,
  },
  {
    id: 'refused-reads.unknown-parameter',
    title: 'an unknown query parameter is ignored',
    point: 'service:unknown-parameter',
    operation: 'getUsers',
    call: { query: { conformanceCheck: UNKNOWN.value } },
    status: 200,
  },
  {
    id: 'refused-reads.repeated-parameter',
    title: 'a query parameter that is given twice returns 400',
    point: 'service:repeated-parameter',
    operation: 'getUsers',
    call: { query: { limit: ['1', '2'] } },
  },
  {
    id: 'refused-reads.unknown-path',
    title: 'an unknown path returns 404',
    point: 'service:unknown-path',
    operation: 'getUsers',
    call: { otherPath: '/institutions/me/conformance-check' },
    status: 404,
  },
  {
    id: 'refused-reads.other-method',
    title: 'an unknown method returns 405',
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
        `status ${exchange.status}${isEmpty ? '' : ' without an empty list'}, not 200 with an empty list`,
        String(exchange.status),
        isEmpty ? 'an empty list' : 'no empty list',
      );
    },
  },
  {
    id: 'refused-reads.unknown-resolved',
    title: 'a look-up that matches nothing returns an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = objectsIn(
        await service.request('resolveCredentials', { query: { q: UNKNOWN.email } }),
        'credentials',
      );
      return holdsIf(length === 0, `${length} credentials were found for an address that no party can have`);
    },
  },
  {
    id: 'refused-reads.unknown-reverse',
    title: 'a look-up of an unknown party returns an empty list',
    point: 'resolveCredentials:no-match',
    run: async (service) => {
      const { length } = objectsIn(
        await service.request('resolveCredentials', { query: { partyId: UNKNOWN.partyId } }),
        'credentials',
      );
      return holdsIf(length === 0, `${length} credentials were found for a party that does not exist`);
    },
  },
];

/** The group. */
export const REFUSED_READS: CheckGroup = {
  name: 'refused-reads',
  title: 'errors and missing resources',
  checks: [...[...STATED, ...GUESSED].map(statusCheck), ...EMPTY],
};
