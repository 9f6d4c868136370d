/** Reads with wrong parameters, and reads of what does not exist: section 7, and our guesses beside it. */

import { holdsIf, type Observation } from '../check.js';
import type { Exchange } from '../exchange.js';
import { objectsIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import { type CheckRows, groupOf, type Expectation, point, section } from './table.js';

const ORDERS = ['orderBy', 'orderType', 'status', 'reqStatus', 'kycStatus'] as const;
const NUL = 'conformance\u0000check';

const VALUES: CheckRows = Object.fromEntries(
  ORDERS.map((name) => [
    `users-${name}`,
    point(`getUsers.${name}:refusal`).row(`an unknown value of ${name} returns 400`, {
      request: ['getUsers', { query: { [name]: UNKNOWN.value } }],
    }),
  ]),
);

const ROWS: CheckRows = {
  'resolve-both': section('4.2').row('a look-up by both q and partyId returns 400', {
    request: ['resolveCredentials', { query: { q: UNKNOWN.email, partyId: UNKNOWN.partyId } }],
  }),
  'resolve-neither': point('resolveCredentials.exactly-one-of:neither').row(
    'a look-up by neither q nor partyId returns 400',
    { request: ['resolveCredentials'] },
  ),
  'unknown-link': section('4.2').row('checking an unknown link returns 404', {
    request: ['checkVerificationStatus', { path: { token: UNKNOWN.link } }],
    expect: 404,
  }),
  ...VALUES,
  'blank-q': point('resolveCredentials.q:refusal').row('a look-up by blanks returns 400', {
    request: ['resolveCredentials', { query: { q: '  ' } }],
  }),
  'empty-party-ids': point('PartyIds:refusal').row('an empty item of partyIds returns 400', {
    request: ['getCredentials', { query: { partyIds: '' } }],
  }),
  'nul-party': point('PartyId:refusal').row('a NUL character in a party ID returns 400', {
    request: ['getCredentialByPartyId', { path: { partyId: NUL } }],
  }),
  'nul-link': point('checkVerificationStatus.token:refusal').row('a NUL character in the token of a link returns 400', {
    request: ['checkVerificationStatus', { path: { token: NUL } }],
  }),
  'unknown-score': point('getHumanScoreByPartyId:unknown-party').row('the score of an unknown party returns 404', {
    request: ['getHumanScoreByPartyId', { path: { partyId: UNKNOWN.partyId } }],
    expect: 404,
  }),
  'unknown-parameter': point('service:unknown-parameter').row('an unknown query parameter is ignored', {
    request: ['getUsers', { query: { conformanceCheck: UNKNOWN.value } }],
    expect: 200,
  }),
  'repeated-parameter': point('service:repeated-parameter').row('a query parameter that is given twice returns 400', {
    request: ['getUsers', { query: { limit: ['1', '2'] } }],
  }),
  'unknown-path': point('service:unknown-path').row('an unknown path returns 404', {
    request: ['getUsers', { otherPath: '/institutions/me/conformance-check' }],
    expect: 404,
  }),
  'other-method': point('service:unknown-path').row('an unknown method returns 405', {
    request: ['generateVerificationLink', { method: 'GET' }],
    expect: 405,
  }),
  'unknown-credentials': point('getCredentialByPartyId:unknown-party').row(
    'the credentials of an unknown party are an empty list',
    { request: ['getCredentialByPartyId', { path: { partyId: UNKNOWN.partyId } }], expect: isEmptyList },
  ),
  'unknown-resolved': point('resolveCredentials:no-match').row('a look-up that matches nothing returns an empty list', {
    request: ['resolveCredentials', { query: { q: UNKNOWN.email } }],
    expect: findsNothing('an address that no party can have'),
  }),
  'unknown-reverse': point('resolveCredentials:no-match').row('a look-up of an unknown party returns an empty list', {
    request: ['resolveCredentials', { query: { partyId: UNKNOWN.partyId } }],
    expect: findsNothing('a party that does not exist'),
  }),
};

export const REFUSED_READS = groupOf({ name: 'refused-reads', title: 'errors and missing resources', rows: ROWS });

function isEmptyList({ status, body }: Exchange): Observation {
  const isEmpty = Array.isArray(body) && body.length === 0;
  return holdsIf(
    status === 200 && isEmpty,
    `status ${status}${isEmpty ? '' : ' without an empty list'}, not 200 with an empty list`,
    String(status),
    isEmpty ? 'an empty list' : 'no empty list',
  );
}

/** Holds if a look-up finds nothing. */
export function findsNothing(wanted: string): Expectation {
  return (exchange) => {
    const { length } = objectsIn(exchange, 'credentials');
    return holdsIf(length === 0, `${length} credentials were found for ${wanted}`);
  };
}
