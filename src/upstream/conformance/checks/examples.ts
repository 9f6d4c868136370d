/** The examples: values to which the files of checks refer as `$name`. */

import { membersOf } from '../../../common/json.js';
import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { specDocument } from '../../../contract/documents/prepared.js';
import type { OperationId } from '../../../contract/operation.js';
import { once } from '../../../contract/schema/lazy.js';
import type { DeclaredExample, RequestCall, RequestOptions } from '../check-types.js';
import { objectIn, type ServiceExchange, textIn } from '../exchange.js';
import type { Service } from '../service.js';
import * as values from './shown-values.js';

/** How each example is found, as `spec/conformance-examples.yaml` says. */
const declaredExamples = once(() => specDocument('conformance-examples') as Readonly<Record<string, DeclaredExample>>);

/**
 * The examples that need code. Each is a text or a list; `$name/2` is the second item of a list. The service knows no
 * example whose name begins with `unknown-`.
 */
const CODED_EXAMPLES = new Map(
  Object.entries<(service: Service) => unknown>({
    'unknown-party': () => `party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`,
    'unknown-credential': () => UNKNOWN_CREDENTIAL,
    '100-unknown': () => linksOfUnknown(100),
    '101-unknown': () => linksOfUnknown(101),
    // One byte more than the service accepts.
    'too-large': () => ' '.repeat(BODY_LIMITS.request + 1),
    parties: (service) => values.partiesOf(service, 'getCredentials'),
    'scored-parties': (service) => values.partiesOf(service, 'getHumanScores'),
    'scored-party': values.scoredPartyId,
    emails: (service) => values.emailsOf(service, 'getCredentials'),
    'scored-emails': (service) => values.emailsOf(service, 'getHumanScores'),
    'last-user': (service) => values.lastOffset(service, 'getUsers'),
    'last-score': (service) => values.lastOffset(service, 'getHumanScores'),
    'last-credential': (service) => values.lastOffset(service, 'getCredentials'),
    approval,
    'part-of-name': partOfName,
    'account-name': values.accountName,
    'mixed-batch': mixedBatch,
    'email-in-other-case': async (service) => inOtherCase(await textOf(service, 'email')),
    alias: values.aliasOf,
    'alias-in-capitals': (service) => values.aliasOf(service).toUpperCase(),
    basic: ({ options }) => basic(options.clientId, options.clientSecret),
    // A secret that no client has.
    'wrong-basic': ({ options }) => basic(options.clientId, 'CONFORMANCE_CHECK'),
    'new-token': newToken,
    'altered-token': alteredToken,
    'altered-link': alteredLink,
  }),
);

/** The value of an approval, in capitals or small letters like the users list. */
async function approval(service: Service): Promise<string> {
  const state = await textOf(service, 'user-reqStatus');
  // The parameter is written like the values in the rows.
  return state === state.toLowerCase() ? 'approved' : 'APPROVED';
}

/** A search that has to find the user with the example name. */
async function partOfName(service: Service): Promise<string> {
  const name = await textOf(service, 'user-name');
  // A search takes a part of a name, in any case. A short name is searched whole.
  return name.slice(name.length > 2 ? 1 : 0).toUpperCase();
}

/** Known credentials, and an unknown one in the middle. */
async function mixedBatch(service: Service): Promise<readonly object[]> {
  const first = await textOf(service, 'credential');
  const credentials = await values.itemsIn(service, 'getCredentials');
  const listed = credentials.map(({ contractId }) => String(contractId));
  const others = listed.filter((id) => id !== first).slice(0, 2);

  return [first, UNKNOWN_CREDENTIAL, ...others].map((contractId) => ({ contractId }));
}

/** An access token whose signature is not valid. */
async function alteredToken(service: Service): Promise<string> {
  const token = await newToken(service);
  const signature = token.split('.').at(-1)!;
  // A letter in the middle of the signature, where every bit counts.
  return withOtherLetter(token, token.length - Math.ceil(signature.length / 2));
}

/** The token of a link whose seal is not valid. */
async function alteredLink(service: Service): Promise<string> {
  const token = await textOf(service, 'link');
  // A letter in the middle of the token.
  return withOtherLetter(token, Math.floor(token.length / 2));
}

/** Sends the request of a check. Names of examples are replaced by the examples. @throws NoResultError */
export async function send(service: Service, call: RequestCall): Promise<ServiceExchange> {
  // This call sends several requests; any other call is one operation.
  if (call === 'walkUsers') return await values.walkUsers(service);

  const [operation, options] = typeof call === 'string' ? [call, {}] : Object.entries(call)[0]!;
  const filled = (await withExamples(service, options)) as RequestOptions;
  return await service.request(operation as OperationId, filled);
}

/**
 * A value of a file of checks, in which names of examples are replaced by the examples, at any depth. @throws
 * NoResultError if there is no example
 */
export async function withExamples(service: Service, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return await withExamplesIn(service, value);
  if (typeof value !== 'object' || value === null) return value;

  const members: [string, unknown][] = [];
  // One after the other, because examples send requests.
  for (const [name, member] of Object.entries(value)) members.push([name, await withExamples(service, member)]);
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/**
 * A text in which names of examples are replaced. A name alone is replaced by the example itself, which may be a list.
 */
async function withExamplesIn(service: Service, text: string): Promise<unknown> {
  let filled = text;

  for (const [name, example = '', position] of text.matchAll(/\$([\w-]+)(?:\/(\d))?/g)) {
    const exampleValue = await exampleOf(service, example);
    const value = position === undefined ? exampleValue : (exampleValue as readonly unknown[])[Number(position) - 1];
    // A name alone may stand for a list.
    if (name === text) return value;

    filled = filled.replace(name, () => String(value));
  }

  return filled;
}

/** The example with this name. */
async function exampleOf(service: Service, name: string): Promise<unknown> {
  const declared = declaredExamples()[name];
  return await (declared === undefined ? CODED_EXAMPLES.get(name)!(service) : declaredExample(service, declared));
}

/** An example that is a text. */
async function textOf(service: Service, name: string): Promise<string> {
  return (await exampleOf(service, name)) as string;
}

/** The user's option, or the first suitable value that the list shows. @throws NoResultError if there is none */
async function declaredExample(service: Service, example: DeclaredExample): Promise<unknown> {
  const { option, list, where = {}, shows = '', missing } = example;
  const given = option && service.options[option];
  if (given !== undefined) return given;
  if (list === undefined) return values.skipCheck(missing);

  const wanted = Object.entries(where);
  for (const item of values.itemsOf(await send(service, list))) {
    if (wanted.some(([name, value]) => item[name] !== value)) continue;

    let shown: unknown = item;
    for (const name of shows.split('/')) shown = membersOf(shown)[name];
    if (typeof shown === 'string' && shown !== '') return shown;
  }

  return values.skipCheck(missing);
}

/** A new access token, which no other check has used. */
async function newToken(service: Service): Promise<string> {
  return textIn(objectIn(await service.requestToken()), 'access_token');
}

/** A credential that does not exist. */
const UNKNOWN_CREDENTIAL = `00${'f'.repeat(136)}`;

/** Links for different credentials that do not exist. */
function linksOfUnknown(count: number): readonly object[] {
  const start = UNKNOWN_CREDENTIAL.slice(0, -4);
  return Array.from({ length: count }, (_, at) => {
    const end = at.toString(16).padStart(4, '0');
    return { contractId: start + end };
  });
}

/** The text in the other case: capitals if it has small letters, and small letters otherwise. */
function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** The value of HTTP Basic. User and password are form-encoded first (RFC 6749 section 2.3.1). */
function basic(clientId: string, secret: string): string {
  const pair = [clientId, secret].map(encodeURIComponent).join(':');
  return Buffer.from(pair).toString('base64');
}

/**
 * The token with another letter at the position, so that its signature is wrong. Never pass the position of the last
 * letter, because decoders ignore some of its bits.
 */
function withOtherLetter(token: string, at: number): string {
  const letter = token[at] === 'A' ? 'B' : 'A';
  return token.slice(0, at) + letter + token.slice(at + 1);
}
