/** The values that group files name by `$`: `$party` is the ID of a party. */

import type { OperationId } from '../../../contract/operation.js';
import type { RequestOptions } from '../build-request.js';
import { objectIn, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import {
  accountName,
  approved,
  contractId,
  email,
  listedParties,
  mixedBatch,
  partOfName,
  partyId,
  partyWith,
  revokedCredential,
  scoredPartyId,
  sharedLink,
  UNKNOWN,
  username,
} from './examples.js';
import { type FunctionCall, partsOf } from './group-file.js';
import { createLink, tokenIn } from './requests.js';

/** The limit of a body, in bytes (the point `PayloadTooLarge`). */
const LARGEST_BODY = 1_048_576;

/** A word of no enumeration, and nobody's secret. */
const UNKNOWN_VALUE = 'CONFORMANCE_CHECK';

/** Those of `unknown-` do not exist at the service, for requests that must fail or find nothing. */
const VALUES: ReadonlyMap<string, (service: Service) => unknown> = new Map(
  Object.entries<(service: Service) => unknown>({
    'unknown-party': () => UNKNOWN.partyId,
    'unknown-credential': () => UNKNOWN.contractId,
    'unknown-email': () => UNKNOWN.email,
    'unknown-link': () => 'conformance-check-of-an-unknown-link',
    'unknown-alias': () => 'conformance-check-of-an-unknown-alias',
    'unknown-value': () => UNKNOWN_VALUE,
    '100-unknown': () => linksOfUnknown(100),
    '101-unknown': () => linksOfUnknown(101),
    'too-large': () => ' '.repeat(LARGEST_BODY + 1),
    party: partyId,
    'named-party': ({ inputs }) => inputs.partyId!,
    'data-request': ({ inputs }) => ({ partyId: inputs.partyId!, providers: ['REDDIT'] }),
    'two-parties': async (service) => (await listedParties(service)).slice(0, 2),
    'two-parties-backwards': async (service) => (await listedParties(service)).slice(0, 2).toReversed(),
    'many-parties': listedParties,
    'revoked-party': (service) => partyWith(service, 'REJECTED'),
    'expired-party': (service) => partyWith(service, 'EXPIRED'),
    'archived-party': (service) => partyWith(service, 'TO_DO'),
    'blocked-party': (service) => partyWith(service, 'BLOCKED'),
    'revoked-credential': revokedCredential,
    'revoked-link': async (service) => tokenIn(await createLink(service, await revokedCredential(service), true)),
    'mixed-batch': mixedBatch,
    approval: approved,
    'part-of-name': partOfName,
    'account-name': accountName,
    'scored-party': scoredPartyId,
    credential: contractId,
    email,
    'email-in-other-case': async (service) => swappedCase(await email(service)),
    username,
    alias: labelOf,
    'alias-in-capitals': (service) => labelOf(service).toUpperCase(),
    'client-id': ({ inputs }) => inputs.clientId,
    'client-secret': ({ inputs }) => inputs.clientSecret,
    basic: ({ inputs: { clientId, clientSecret } }) => basic(clientId, clientSecret),
    'wrong-basic': ({ inputs: { clientId } }) => basic(clientId, UNKNOWN_VALUE),
    'new-token': newToken,
    'altered-token': async (service) => {
      const token = await newToken(service);
      return withOtherLetter(token, token.length - Math.ceil(token.split('.').at(-1)!.length / 2));
    },
    'expired-token': ({ inputs }) => inputs.expiredToken!,
    link: async (service) => tokenIn(await sharedLink(service)),
    'altered-link': async (service) => {
      const token = tokenIn(await sharedLink(service));
      return withOtherLetter(token, Math.floor(token.length / 2));
    },
    'expired-link': ({ inputs }) => inputs.expiredLink!,
  }),
);

/** Calls an operation as a group file says. */
export async function requestOperation(service: Service, call: FunctionCall): Promise<ServiceExchange> {
  const [operation, options = {}] = partsOf(call);
  return await service.request(operation as OperationId, (await withExamples(service, options)) as RequestOptions);
}

/** A value of a group file, with the examples in place of their names. */
export async function withExamples(service: Service, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return await withExamplesIn(service, value);
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  // One after the other, because examples send requests.
  for (const [name, member] of Object.entries(value)) members.push([name, await withExamples(service, member)]);
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

async function withExamplesIn(service: Service, text: string): Promise<unknown> {
  const [name, example] = /\$([\w-]+)/.exec(text) ?? [];
  if (name === undefined || example === undefined) return text;
  const valueOf = VALUES.get(example);
  if (valueOf === undefined) throw new Error(`there is no example ${name}`);
  const value = await valueOf(service);
  return name === text ? value : text.replace(name, () => String(value));
}

/** Links for different credentials that do not exist. */
function linksOfUnknown(count: number): readonly object[] {
  const start = UNKNOWN.contractId.slice(0, -4);
  return Array.from({ length: count }, (_, at) => ({ contractId: start + at.toString(16).padStart(4, '0') }));
}

function swappedCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** The alias without the ending of the full name. */
function labelOf({ inputs }: Service): string {
  return inputs.alias!.replace('.5n.xyz', '');
}

/** User and password are form-encoded first (RFC 6749 section 2.3.1). */
function basic(clientId: string, secret: string): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
}

async function newToken(service: Service): Promise<string> {
  return textIn(objectIn(await service.requestToken()), 'access_token');
}

/** The last letter of base64 may have bits that decoders ignore, so another one is changed. */
function withOtherLetter(token: string, at: number): string {
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}
