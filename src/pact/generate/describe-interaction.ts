/** Describes an interaction for people: "a request for the users list, 2 of a page, refused with 429". */

import type { OperationId } from '../../contract/operation.js';
import { headerOf } from '../../emulator/journal/exchange.js';
import type { ProviderStateReference } from '../../emulator/control/pact-document.js';
import type { StateSentence } from '../states/declared-states.js';
import { listIn, type CheckedExchange } from './checked-exchange.js';

/** Phrases that read better than `a request for <operation>`. */
const SUBJECTS: Readonly<Partial<Record<OperationId, string>>> = {
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

const QUERY_PHRASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    q: 'by e-mail or username',
    partyId: 'by party ID',
    partyIds: 'of some parties',
    orderBy: 'in an order',
    orderType: 'in a direction',
  }),
);

const STATE_PHRASES: Readonly<Partial<Record<StateSentence, string>>> = {
  'party {partyId} has disclosed {providers}': 'of an added party',
  'party {partyId} has disclosed nothing': 'of an added party',
  'party {partyId} exists': 'of an added party',
  'party {partyId} has the e-mail {email}': 'of an added party',
  'party {partyId} has the username {username}': 'of an added party',
  'credential {contractId} of party {partyId} exists': 'of an added credential',
  'credential {contractId} of party {partyId} is revoked': 'revoked',
  'credential {contractId} of party {partyId} has expired': 'expired',
  'the access token has expired': 'with an expired access token',
  'the access token is revoked': 'with a revoked access token',
  'the access token is malformed': 'with a malformed access token',
  'the access token is missing': 'without an access token',
  'the verification token {token} has expired': 'expired',
};

/** The description. Other interactions may have the same. */
export function describeInteraction(checked: CheckedExchange, states: readonly ProviderStateReference[]): string {
  const { exchange, operation } = checked;
  const authorization = headerOf(exchange.request.headers, 'Authorization');
  const scenarios = checked.scenarios.map(({ scenario }) => scenario);
  const phrases = [
    SUBJECTS[operation.id] ?? `a request for ${operation.id}`,
    ...queryPhrases(checked),
    ...states.flatMap(({ name }) => STATE_PHRASES[name as StateSentence] ?? []),
    ...(operation.access === 'client' && authorization !== undefined ? ['with HTTP Basic'] : []),
    ...outcomePhrases(checked),
    ...(exchange.status < 400 && scenarios.length > 0 ? [`under ${[...new Set(scenarios)].join(' and ')}`] : []),
  ];
  return [...new Set(phrases)].join(', ');
}

function queryPhrases({ query, check, operation }: CheckedExchange): string[] {
  const isValid = check.violations.length === 0;
  return [...query].map(([name, [value = '']]) => {
    if (!isValid) return `${name} ${JSON.stringify(value)}`;
    if (!operation.parameters.some((parameter) => parameter.name === name)) return `with an unknown ${name}`;
    if (name === 'limit') return `${value} of a page`;
    if (name === 'offset') return `from item ${value} on`;
    return QUERY_PHRASES.get(name) ?? `by ${name}`;
  });
}

function outcomePhrases({ exchange: { status }, operation, responseBody }: CheckedExchange): string[] {
  if (status >= 500) return [`failed with ${status}`];
  if (status === 404) return ['not found'];
  if (status >= 400) return [`refused with ${status}`];
  if (operation.id === 'checkVerificationStatus') {
    const { status: reported, isActive } = responseBody as { status: string; isActive: boolean };
    return isActive ? [] : [reported];
  }
  if (operation.id === 'generateVerificationLinksBatch') {
    const { results } = responseBody as { results: readonly object[] };
    const failed = results.filter((result) => 'error' in result).length;
    if (results.length === 0) return ['of none'];
    return failed === 0 ? [] : [failed === results.length ? 'all of which fail' : 'some of which fail'];
  }
  return listIn(responseBody)?.length === 0 ? ['none there'] : [];
}
