/** Names an interaction for people: "a request for the users list, 2 of a page, refused with 429". */

import type { OperationId } from '../../contract/operation.js';
import { isObject } from '../../contract/json.js';
import { headerOf } from '../../journal/exchange.js';
import type { ProviderStateReference } from '../pact-json.js';
import type { SeenExchange } from './seen-exchange.js';

const SUBJECTS: Readonly<Record<OperationId, string>> = {
  issueToken: 'a request for an access token',
  getUsers: 'a request for the users list',
  getHumanScores: 'a request for human scores',
  getHumanScoreByPartyId: 'a request for the human score of a party',
  getCredentials: 'a request for credentials',
  getCredentialByPartyId: 'a request for the credentials of a party',
  resolveCredentials: 'a look-up of credentials',
  createCredentialsRequest: "a request for a party's disclosure",
  generateVerificationLink: 'a request for a verification link',
  generateVerificationLinksBatch: 'a request for verification links in a batch',
  checkVerificationStatus: 'a check of a verification link',
};

/** The description; other interactions may have the same. */
export function describeInteraction(seen: SeenExchange, states: readonly ProviderStateReference[]): string {
  const { operation } = seen;
  const words = [
    SUBJECTS[operation.id],
    ...queryWords(seen),
    ...stateWords(states),
    ...callerWords(seen),
    ...outcomeWords(seen),
    ...scenarioWords(seen),
  ];
  return [...new Set(words)].join(', ');
}

function queryWords({ query, check, operation }: SeenExchange): string[] {
  const isGood = check.violations.length === 0;
  return [...query].map(([name, [value = '']]) => {
    if (!isGood) return `${name} ${JSON.stringify(value)}`;
    if (!operation.parameters.some((parameter) => parameter.name === name)) return `with an unknown ${name}`;
    if (name === 'limit') return `${value} of a page`;
    if (name === 'offset') return `from item ${value} on`;
    return QUERY_WORDS[name] ?? `by ${name}`;
  });
}

const QUERY_WORDS: Readonly<Record<string, string>> = {
  q: 'by e-mail or username',
  partyId: 'by party ID',
  partyIds: 'of some parties',
  orderBy: 'in an order',
  orderType: 'in a direction',
};

function stateWords(states: readonly ProviderStateReference[]): string[] {
  return states.flatMap(({ name }) => STATE_WORDS.find(([words]) => name.startsWith(words))?.[1] ?? []);
}

/** By how the sentence of a state begins. */
const STATE_WORDS: readonly (readonly [string, string])[] = [
  ['party {partyId} has disclosed', 'of an added party'],
  ['credential {contractId} of party {partyId} exists', 'of an added credential'],
  ['credential {contractId} of party {partyId} is revoked', 'revoked'],
  ['credential {contractId} of party {partyId} has expired', 'expired'],
  ['party {partyId} exists', 'of an added party'],
  ['party {partyId} has the', 'of an added party'],
  ['the access token has expired', 'with an expired access token'],
  ['the access token is revoked', 'with a revoked access token'],
  ['the access token is malformed', 'with a malformed access token'],
  ['the access token is missing', 'without an access token'],
  ['the verification token {token} has expired', 'expired'],
];

function callerWords({ exchange, operation }: SeenExchange): string[] {
  const authorization = headerOf(exchange.request.headers, 'Authorization');
  return operation.access === 'client' && authorization !== undefined ? ['with HTTP Basic'] : [];
}

function outcomeWords({ exchange: { status }, operation, answer }: SeenExchange): string[] {
  if (status >= 500) return [`failed with ${status}`];
  if (status === 404) return ['not found'];
  if (status >= 400) return [`refused with ${status}`];
  if (operation.id === 'checkVerificationStatus') return checkWords(answer);
  if (operation.id === 'generateVerificationLinksBatch') return batchWords(answer);
  const list: unknown = isObject(answer) ? (answer['items'] ?? answer['credentials']) : answer;
  return Array.isArray(list) && list.length === 0 ? ['none there'] : [];
}

function checkWords(answer: unknown): string[] {
  const { status, isActive } = answer as { status: string; isActive: boolean };
  return isActive ? [] : [status];
}

function batchWords(answer: unknown): string[] {
  const { results } = answer as { results: readonly object[] };
  const failed = results.filter((result) => 'error' in result).length;
  if (results.length === 0) return ['of none'];
  return failed === 0 ? [] : [failed === results.length ? 'all of which fail' : 'some of which fail'];
}

/** Of an answer that is none of failure: what has changed it. */
function scenarioWords({ exchange: { status }, scenarios }: SeenExchange): string[] {
  return status < 400 && scenarios.length > 0
    ? [`under ${[...new Set(scenarios.map(({ scenario }) => scenario))].join(' and ')}`]
    : [];
}
