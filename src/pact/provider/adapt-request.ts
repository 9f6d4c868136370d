/**
 * Adapts a pact's request to the sandbox: replaces placeholders in the pact by values that exist only at run time, such
 * as access tokens, client credentials and link tokens.
 */

import { basicHeader } from '../../common/http-basic.js';
import { basicCredentials, readAuthorization } from '../../contract/authorization.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { RawRequest as ReceivedRequest } from '../../contract/reading/read-request.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { isForm, matchRequest, type Message } from '../match-request.js';
import type { SetUp } from '../states/set-up-states.js';
import type { StateSandbox } from '../states/state-sandbox.js';
import { presentedCredentials, type PresentedCredentials } from './credentials.js';

/** A request as the Pact verifier sends it. */
export type RawRequest = ReceivedRequest & { readonly body: Buffer };

/** What is known about the interaction of a request: its sandbox, and the outcome of its provider states. */
export interface PreparedInteraction {
  readonly sandbox: Pick<StateSandbox, 'id' | 'clientId' | 'clientSecret' | 'accessToken'>;
  /** The outcome of the states; undefined if the interaction has none. */
  readonly setUp: Pick<SetUp, 'replacements' | 'authentication' | 'accessToken'> | undefined;
  /** Whether to add an access token if the request has none. Default: false. */
  readonly addToken?: boolean | undefined;
  /** Whether to send what the pact says, without any change. Default: false. */
  readonly asWritten?: boolean | undefined;
}

/** The request as it is sent to the sandbox. */
export interface AdaptedRequest extends RawRequest {
  /** The changes, each a sentence. */
  readonly adaptations: readonly string[];
}

/** Names the sandbox to the emulator: a request without a valid token does not show which sandbox it is for. */
const SANDBOX_HEADER = 'emulator-sandbox';

/**
 * Adapts a request:
 * - A path without the prefix (`/api/v1`) gets it.
 * - A value for which a provider state has a replacement is replaced.
 * - Well-formed access tokens and client credentials are replaced by valid ones, unless a provider state is about them.
 */
export async function adaptRequest(
  request: RawRequest,
  { sandbox, setUp, addToken = false, asWritten = false }: PreparedInteraction,
  contract: Contract,
): Promise<AdaptedRequest> {
  if (asWritten) return { ...request, headers: { ...request.headers, [SANDBOX_HEADER]: sandbox.id }, adaptations: [] };

  const { method, headers, body } = request;
  /** Each change below adds its sentence. */
  const adaptations: string[] = [];

  // The path. It has no prefix if the base URL of the consumer contains it; then the path that matches ends with it.
  const [path = '', ...query] = request.target.split('?');
  const { operation, path: matchedPath } = matchRequest(contract, { method, path });
  const pathOfService = operation === undefined ? path : matchedPath;
  if (pathOfService !== path)
    adaptations.push(`the prefix ${pathOfService.slice(0, pathOfService.length - path.length)} was added to the path`);
  const replacedPath = replaceSegments(pathOfService, setUp?.replacements ?? {}, adaptations);

  // If a state is about authentication, the credentials of the pact are what is tested.
  const mayReplaceCredentials = operation !== undefined && setUp?.authentication !== true;
  const kind = mayReplaceCredentials ? credentialsToSend(request, operation, addToken) : undefined;
  if (kind !== undefined) adaptations.push(describeCredentials(kind, headers));
  const message =
    kind === undefined ? { headers, body } : await withCredentials(request, kind, sandbox, setUp?.accessToken);

  return {
    method,
    target: [replacedPath, ...query].join('?'),
    headers: { ...message.headers, [SANDBOX_HEADER]: sandbox.id },
    body: message.body,
    adaptations,
  };
}

/** The path with the replacements of provider states. @param adaptations gets a sentence about each replacement */
function replaceSegments(path: string, replacements: SetUp['replacements'], adaptations: string[]): string {
  const segments = path.split('/').map((segment) => {
    const decoded = decodeOrKeep(segment);
    const replacement = Object.hasOwn(replacements, decoded) ? replacements[decoded] : undefined;
    if (replacement === undefined) return segment;

    adaptations.push(`"${decoded}" in the path was replaced by the value from the provider state`);
    return encodeURIComponent(replacement);
  });

  return segments.join('/');
}

/**
 * The kind of valid credentials that replace those of the request:
 * - If the request has complete and well-formed credentials: their kind.
 * - If it lacks an access token that the operation needs: a token, provided that `addToken` is set.
 * - Otherwise undefined: nothing is replaced, because missing or malformed credentials are what the interaction tests.
 */
function credentialsToSend(
  message: Message,
  { access }: Operation,
  addToken: boolean,
): PresentedCredentials['kind'] | undefined {
  const credentials = presentedCredentials(message, access);
  if (credentials !== undefined && credentials.mistake === undefined) return credentials.kind;

  const lacksToken = access === 'bearer' && message.headers['authorization'] === undefined;
  return addToken && lacksToken ? 'token' : undefined;
}

/** What was done about the credentials, as a sentence for the report. */
function describeCredentials(kind: PresentedCredentials['kind'], { authorization }: RawRequest['headers']): string {
  if (kind !== 'token') return 'the client credentials were replaced by valid client credentials';
  if (authorization === undefined) return 'an access token was added';
  return 'the access token was replaced by a valid access token';
}

/**
 * The message with valid credentials of one kind, and without credentials of another kind.
 * @param accessToken default: a new one
 */
export async function withCredentials(
  message: Message,
  kind: PresentedCredentials['kind'],
  sandbox: PreparedInteraction['sandbox'],
  accessToken?: string,
): Promise<Message> {
  if (kind === 'basic') return withBasic(message, sandbox);
  if (kind === 'form') return withForm(message, sandbox);

  const token = accessToken ?? (await sandbox.accessToken()).accessToken;
  return { ...message, headers: { ...message.headers, authorization: `Bearer ${token}` } };
}

/** The client credentials of a sandbox. */
type ClientCredentials = Pick<StateSandbox, 'clientId' | 'clientSecret'>;

/** The message with valid HTTP Basic. A client may repeat its ID in the form (RFC 6749 section 3.2.1 allows it). */
function withBasic({ headers, body }: Message, { clientId, clientSecret }: ClientCredentials): Message {
  // RFC 6749 section 2.3.1 encodes the ID and the secret as in a form.
  const valid = basicHeader(encodeURIComponent(clientId), encodeURIComponent(clientSecret));
  const validHeaders = { ...headers, authorization: valid };

  // If the form repeats the ID of the header, both have to be the ID of the sandbox.
  const form = new URLSearchParams(body.toString());
  const sentId = decodeOrKeep(basicCredentials(readAuthorization(headers['authorization'] ?? ''))?.id ?? '');
  // In HTTP Basic, a plus sign may stand for a blank.
  const sameIds = [sentId, sentId.replaceAll('+', ' ')];
  const isInForm = isForm(headers['content-type']) && sameIds.includes(form.get('client_id') ?? '');
  if (!isInForm) return { headers: validHeaders, body };

  form.set('client_id', clientId);
  return { headers: validHeaders, body: Buffer.from(form.toString()) };
}

/** The message with valid client credentials in its form. */
function withForm({ headers, body }: Message, { clientId, clientSecret }: ClientCredentials): Message {
  const form = new URLSearchParams(body.toString());
  form.set('client_id', clientId);
  form.set('client_secret', clientSecret);

  const { authorization = '', ...others } = headers;
  // Client credentials in the header would contradict those in the form.
  const isBasicSent = readAuthorization(authorization).kind === 'basic';

  return { headers: isBasicSent ? others : headers, body: Buffer.from(form.toString()) };
}
