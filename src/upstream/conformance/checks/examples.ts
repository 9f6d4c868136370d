/** The values that group files name by `$`. */

import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { objectIn, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import * as values from './shown-values.js';

/** Each is a text, or a list of which `$name/2` is the second item. Those of `unknown-` do not exist at the service. */
const EXAMPLES: ReadonlyMap<string, (service: Service) => unknown> = new Map(
  Object.entries<(service: Service) => unknown>({
    'unknown-party': () => `party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`,
    'unknown-credential': () => values.UNKNOWN_CREDENTIAL,
    '100-unknown': () => linksOfUnknown(100),
    '101-unknown': () => linksOfUnknown(101),
    'too-large': () => ' '.repeat(BODY_LIMITS.request + 1),
    'named-party': ({ options }) =>
      options.partyId ?? values.missing('it sends a data request to a party; name one with --party-id'),
    party: values.partyId,
    parties: (service) => values.partiesOf(service, 'getCredentials'),
    'scored-parties': (service) => values.partiesOf(service, 'getHumanScores'),
    'scored-party': values.scoredPartyId,
    emails: (service) => values.emailsOf(service, 'getCredentials'),
    'scored-emails': (service) => values.emailsOf(service, 'getHumanScores'),
    'revoked-party': (service) => values.partyWith(service, 'REJECTED'),
    'expired-party': (service) => values.partyWith(service, 'EXPIRED'),
    'archived-party': (service) => values.partyWith(service, 'TO_DO'),
    'blocked-party': (service) => values.partyWith(service, 'BLOCKED'),
    'party-of-email': async (service) => values.firstPartyOf(service, { q: await values.email(service) }),
    'party-of-alias': (service) => values.firstPartyOf(service, { a: values.aliasOf(service) }),
    'user-status': (service) => values.shownOfUsers(service, 'status'),
    'user-reqStatus': (service) => values.shownOfUsers(service, 'reqStatus'),
    'user-kycStatus': (service) => values.shownOfUsers(service, 'kycStatus'),
    'last-user': (service) => values.lastOffset(service, 'getUsers'),
    'last-score': (service) => values.lastOffset(service, 'getHumanScores'),
    'last-credential': (service) => values.lastOffset(service, 'getCredentials'),
    approval: values.approval,
    'part-of-name': async (service) => (await values.shownOfUsers(service, 'fullName')).slice(1).toUpperCase(),
    'account-name': values.accountName,
    credential: values.contractId,
    'revoked-credential': values.revokedCredential,
    'mixed-batch': values.mixedBatch,
    email: values.email,
    'email-in-other-case': async (service) => swappedCase(await values.email(service)),
    username: (service) => values.shownInMetadata(service, 'username', 'no credential in the list shows a username'),
    alias: values.aliasOf,
    'alias-in-capitals': (service) => values.aliasOf(service).toUpperCase(),
    'client-id': ({ options }) => options.clientId,
    'client-secret': ({ options }) => options.clientSecret,
    basic: ({ options: { clientId, clientSecret } }) => basic(clientId, clientSecret),
    'wrong-basic': ({ options: { clientId } }) => basic(clientId, 'CONFORMANCE_CHECK'),
    'new-token': newToken,
    'altered-token': async (service) => {
      const token = await newToken(service);
      return withOtherLetter(token, token.length - Math.ceil(token.split('.').at(-1)!.length / 2));
    },
    'expired-token': ({ options }) =>
      options.expiredToken ??
      values.missing('it needs an access token that has expired; give one in ID_EMULATOR_CONFORM_EXPIRED_TOKEN'),
    link: async (service) => values.linkTo(service, await values.contractId(service)),
    'altered-link': async (service) => {
      const token = await values.linkTo(service, await values.contractId(service));
      return withOtherLetter(token, Math.floor(token.length / 2));
    },
    'batch-link': values.batchLink,
    'revoked-link': async (service) => values.linkTo(service, await values.revokedCredential(service)),
    'expired-link': ({ options }) =>
      options.expiredLink ??
      values.missing('it needs the token of a link that has expired; give one with --expired-link'),
  }),
);

/** A value of a group file, with the examples in place of their names. @throws NothingToCheckError if there is none */
export async function withExamples(service: Service, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return await withExamplesIn(service, value);
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  // One after the other, because examples send requests.
  for (const [name, member] of Object.entries(value)) members.push([name, await withExamples(service, member)]);
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

async function withExamplesIn(service: Service, text: string): Promise<unknown> {
  let filled = text;
  for (const [name, example = '', position] of text.matchAll(/\$([\w-]+)(?:\/(\d))?/g)) {
    const found = await EXAMPLES.get(example)!(service);
    const value = position === undefined ? found : (found as readonly unknown[])[Number(position) - 1];
    if (name === text) return value;
    filled = filled.replace(name, () => String(value));
  }
  return filled;
}

async function newToken(service: Service): Promise<string> {
  return textIn(objectIn(await service.requestToken()), 'access_token');
}

/** Links for different credentials that do not exist. */
function linksOfUnknown(count: number): readonly object[] {
  const start = values.UNKNOWN_CREDENTIAL.slice(0, -4);
  return Array.from({ length: count }, (_, at) => ({ contractId: start + at.toString(16).padStart(4, '0') }));
}

function swappedCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** User and password are form-encoded first (RFC 6749 section 2.3.1). */
function basic(clientId: string, secret: string): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
}

/** The last letter of base64 may have bits that decoders ignore, so another one is changed. */
function withOtherLetter(token: string, at: number): string {
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}
