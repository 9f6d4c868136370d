/** Reads with wrong parameters, and reads of what does not exist: section 7, and our guesses beside it. */

import { holdsIf, type Observation } from '../check.js';
import { type Exchange, objectsIn } from '../exchange.js';
import { UNKNOWN } from './examples.js';
import { linkCheck, lookUp, users } from './requests.js';
import {
  type CheckRequest,
  type CheckRows,
  type Expectation,
  type GroupTables,
  point,
  type StatusRow,
  statusRows,
} from './table.js';

const ORDERS = ['orderBy', 'orderType', 'status', 'reqStatus', 'kycStatus'] as const;
const NUL = 'conformance\u0000check';
const NO_PATH: CheckRequest = ['getUsers', { otherPath: '/institutions/me/conformance-check' }];
const { email, partyId, value, link } = UNKNOWN;

const SCORE_OF_NOBODY: CheckRequest = ['getHumanScoreByPartyId', { path: { partyId } }];

function unknownValue(name: string): StatusRow {
  return [`getUsers.${name}:refusal`, `an unknown value of ${name}`, users({ [name]: value })];
}

const REFUSED = statusRows(400, {
  'resolve-both': ['4.2', 'a look-up by both q and partyId', lookUp({ q: email, partyId })],
  'resolve-neither': ['resolveCredentials.exactly-one-of:neither', 'a look-up by neither q nor partyId', lookUp()],
  'unknown-link': ['4.2', 'checking an unknown link', linkCheck(link), 404],
  ...Object.fromEntries(ORDERS.map((name) => [`users-${name}`, unknownValue(name)])),
  'blank-q': ['resolveCredentials.q:refusal', 'a look-up by blanks', lookUp({ q: '  ' })],
  'empty-party-ids': ['PartyIds:refusal', 'an empty item of partyIds', ['getCredentials', { query: { partyIds: '' } }]],
  'nul-party': [
    'PartyId:refusal',
    'a NUL character in a party ID',
    ['getCredentialByPartyId', { path: { partyId: NUL } }],
  ],
  'nul-link': ['checkVerificationStatus.token:refusal', 'a NUL character in the token of a link', linkCheck(NUL)],
  'unknown-score': ['getHumanScoreByPartyId:unknown-party', 'the score of an unknown party', SCORE_OF_NOBODY, 404],
});

const OTHERS: CheckRows = {
  'unknown-parameter': point('service:unknown-parameter').row('an unknown query parameter is ignored', {
    request: users({ conformanceCheck: value }),
    expect: 200,
  }),
  ...statusRows(400, {
    'repeated-parameter': [
      'service:repeated-parameter',
      'a query parameter that is given twice',
      users({ limit: ['1', '2'] }),
    ],
    'unknown-path': ['service:unknown-path', 'an unknown path', NO_PATH, 404],
    'other-method': ['service:wrong-method', 'an unknown method', ['generateVerificationLink', { method: 'GET' }], 405],
  }),
  'unknown-credentials': point('getCredentialByPartyId:unknown-party').row(
    'the credentials of an unknown party are an empty list',
    { request: ['getCredentialByPartyId', { path: { partyId } }], expect: isEmptyList },
  ),
  'unknown-resolved': point('resolveCredentials:no-match').row('a look-up that matches nothing returns an empty list', {
    request: lookUp({ q: email }),
    expect: findsNothing('an address that no party can have'),
  }),
  'unknown-reverse': point('resolveCredentials:no-match').row('a look-up of an unknown party returns an empty list', {
    request: lookUp({ partyId }),
    expect: findsNothing('a party that does not exist'),
  }),
};

export const REFUSED_READS: GroupTables = {
  name: 'refused-reads',
  title: 'errors and missing resources',
  rows: { ...REFUSED, ...OTHERS },
};

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
