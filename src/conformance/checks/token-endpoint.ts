/** The token endpoint, with the requests of section 5. */

import type { Contract } from '../../contract/contract.js';
import { type Check, type CheckGroup, holdsIf } from '../check.js';
import { lifetimeOf, objectIn, successOf, textIn } from '../read-response.js';
import type { Service } from '../service.js';
import { formOf, numberOrKind } from '../describe-value.js';
import { successChecks, hasStatus } from './response-checks.js';

const GROUP = 'token';

const MEMBERS: readonly Check[] = [
  {
    id: 'token.access-token',
    title: 'access_token is a non-empty string',
    section: '2.7',
    run: async (service) =>
      holdsIf(
        typeof objectIn(await service.requestToken())['access_token'] === 'string',
        'access_token is not a string',
      ),
  },
  {
    id: 'token.expires-in',
    title: 'expires_in is the lifetime in seconds',
    section: '2.7',
    run: async (service) => {
      const lifetime = objectIn(await service.requestToken())['expires_in'];
      return holdsIf(
        lifetimeOf(lifetime) > 0,
        `expires_in is ${lifetime === undefined ? 'missing' : 'not a positive number'}`,
        numberOrKind(lifetime),
      );
    },
  },
  {
    id: 'token.form',
    title: 'the access token is a signed JWT',
    point: 'TokenResponse.access_token:shape',
    run: async (service) => {
      const parts = textIn(objectIn(await service.requestToken()), 'access_token').split('.').length;
      return holdsIf(parts === 3, 'the access token does not have the three parts of a signed JWT', `${parts} parts`);
    },
  },
  {
    id: 'token.scope',
    title: 'scope is "institution"',
    point: 'TokenResponse.scope:shape',
    run: async (service) => {
      const { scope } = objectIn(await service.requestToken());
      return holdsIf(
        scope === 'institution',
        'scope is different or missing',
        typeof scope === 'string' ? formOf(scope) : 'nothing',
      );
    },
  },
  {
    id: 'token.accepted',
    title: 'the institution endpoints accept the access token',
    section: '5',
    run: async (service) => hasStatus(await service.request('getUsers', { authorization: await bearer(service) }), 200),
  },
  {
    id: 'token.renewed',
    title: 'a second token can be requested while the first is valid, and is accepted too',
    section: '5',
    run: async (service) =>
      hasStatus(await service.request('getUsers', { authorization: await bearer(service), isShared: false }), 200),
  },
];

const HEADERS: readonly Check[] = [
  {
    id: 'token.no-store',
    title: 'token responses have Cache-Control: no-store',
    point: 'issueToken.200.Cache-Control',
    run: async (service) => headerIs(service, 'cache-control', 'no-store'),
  },
  {
    id: 'token.no-cache',
    title: 'token responses have Pragma: no-cache',
    point: 'issueToken.200.Pragma',
    run: async (service) => headerIs(service, 'pragma', 'no-cache'),
  },
];

/** The group. */
export function tokenEndpoint(contract: Contract): CheckGroup {
  const happy = successChecks(contract, {
    operation: 'issueToken',
    group: GROUP,
    subject: 'an access token',
    section: '5',
    request: (service) => service.requestToken(),
  });
  return { name: GROUP, title: 'token endpoint', checks: [...happy, ...MEMBERS, ...HEADERS] };
}

async function bearer(service: Service): Promise<string> {
  return `Bearer ${textIn(objectIn(await service.requestToken()), 'access_token')}`;
}

async function headerIs(service: Service, name: string, value: string): ReturnType<Check['run']> {
  const { [name]: sent } = successOf(await service.requestToken()).headers;
  return holdsIf(sent === value, `${name} is ${sent ?? 'missing'}, not ${value}`, sent ?? 'nothing');
}
