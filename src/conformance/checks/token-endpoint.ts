/** The token endpoint, asked as section 5 says. */

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
    title: 'access_token is a text that is not empty',
    section: '2.7',
    run: async (service) =>
      holdsIf(typeof objectIn(await service.requestToken())['access_token'] === 'string', 'access_token is no text'),
  },
  {
    id: 'token.expires-in',
    title: 'expires_in tells the lifetime in seconds',
    section: '2.7',
    run: async (service) => {
      const lifetime = objectIn(await service.requestToken())['expires_in'];
      return holdsIf(
        lifetimeOf(lifetime) > 0,
        `expires_in is ${lifetime === undefined ? 'missing' : 'no positive number'}`,
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
        'scope is another, or missing',
        typeof scope === 'string' ? formOf(scope) : 'nothing',
      );
    },
  },
  {
    id: 'token.accepted',
    title: 'the access token opens the institution endpoints',
    section: '5',
    run: async (service) => hasStatus(await service.request('getUsers', { authorization: await bearer(service) }), 200),
  },
  {
    id: 'token.renewed',
    title: 'another token can be had while the first is valid, and opens them as well',
    section: '5',
    run: async (service) =>
      hasStatus(await service.request('getUsers', { authorization: await bearer(service), isShared: false }), 200),
  },
];

const HEADERS: readonly Check[] = [
  {
    id: 'token.no-store',
    title: 'tokens are not to be stored by caches',
    point: 'issueToken.200.Cache-Control',
    run: async (service) => headerIs(service, 'cache-control', 'no-store'),
  },
  {
    id: 'token.no-cache',
    title: 'caches that speak HTTP/1.0 are told, too',
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
