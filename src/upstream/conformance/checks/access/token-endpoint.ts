/** The token endpoint, with the requests of section 5. */

import { holdsIf } from '../../check.js';
import { type Exchange, lifetimeOf, objectIn, successOf, textIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import { formOf, numberOrKind } from '../../describe-value.js';
import { type CheckRows, type Expectation, type GroupTables, point, section } from '../table.js';

const ROWS: CheckRows = {
  'access-token': section('2.7').expect('access_token is a non-empty string', (exchange) =>
    holdsIf(typeof objectIn(exchange)['access_token'] === 'string', 'access_token is not a string'),
  ),
  'expires-in': section('2.7').expect('expires_in is the lifetime in seconds', (exchange) => {
    const lifetime = objectIn(exchange)['expires_in'];
    return holdsIf(
      lifetimeOf(lifetime) > 0,
      `expires_in is ${lifetime === undefined ? 'missing' : 'not a positive number'}`,
      numberOrKind(lifetime),
    );
  }),
  form: point('TokenResponse.access_token:shape').expect('the access token is a signed JWT', (exchange) => {
    const parts = textIn(objectIn(exchange), 'access_token').split('.').length;
    return holdsIf(parts === 3, 'the access token does not have the three parts of a signed JWT', `${parts} parts`);
  }),
  scope: point('TokenResponse.scope:shape').expect('scope is "institution"', (exchange) => {
    const { scope } = objectIn(exchange);
    const seen = typeof scope === 'string' ? formOf(scope) : 'nothing';
    return holdsIf(scope === 'institution', 'scope is different or missing', seen);
  }),
  accepted: section('5').row('the institution endpoints accept the access token', {
    request: (service) => usersWithNewToken(service, true),
    expect: 200,
  }),
  renewed: section('5').row('a second token can be requested while the first is valid, and is accepted too', {
    request: (service) => usersWithNewToken(service, false),
    expect: 200,
  }),
  'no-store': point('issueToken.200.Cache-Control').expect(
    'token responses have Cache-Control: no-store',
    headerIs('cache-control', 'no-store'),
  ),
  'no-cache': point('issueToken.200.Pragma').expect(
    'token responses have Pragma: no-cache',
    headerIs('pragma', 'no-cache'),
  ),
};

const request = (service: Service): Promise<Exchange> => service.requestToken();

export const TOKEN_ENDPOINT: GroupTables = {
  name: 'token',
  title: 'token endpoint',
  valid: [{ operation: 'issueToken', subject: 'an access token', section: '5' }],
  rows: ROWS,
  request,
};

async function usersWithNewToken(service: Service, isShared: boolean): Promise<Exchange> {
  const token = textIn(objectIn(await service.requestToken()), 'access_token');
  return await service.request('getUsers', { authorization: `Bearer ${token}`, isShared });
}

function headerIs(name: string, value: string): Expectation {
  return (exchange) => {
    const { [name]: sent } = successOf(exchange).headers;
    return holdsIf(sent === value, `${name} is ${sent ?? 'missing'}, not ${value}`, sent ?? 'nothing');
  };
}
