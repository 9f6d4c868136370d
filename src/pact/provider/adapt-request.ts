/**
 * Adapts a pact's request to the sandbox: replaces the placeholders in a pact by values that exist only at run time,
 * such as access tokens, client credentials and link tokens.
 */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { decodeOrKeep } from '../../contract/query-string.js';
import { matchRequest } from '../match-request.js';
import type { SetUp } from '../states/set-up-states.js';
import type { StateSandbox } from '../states/state-sandbox.js';

/** A request as the Pact verifier sends it. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The interaction of a request: its sandbox, and the outcome of its provider states. */
export interface InteractionContext {
  readonly sandbox: Pick<StateSandbox, 'id' | 'clientId' | 'clientSecret' | 'accessToken'>;
  /** Undefined if it has no states. */
  readonly setUp: Pick<SetUp, 'replacements' | 'authentication'> | undefined;
  /** Whether to add an access token if the request has none. Default: false. */
  readonly addToken?: boolean | undefined;
}

export interface AdaptedRequest extends RawRequest {
  /** The changes, each a sentence. */
  readonly adaptations: readonly string[];
}

/** Identifies the sandbox of a request that has no token. */
const SANDBOX_HEADER = 'emulator-sandbox';

/**
 * Completes a path that has no prefix (`/api/v1`), replaces values that provider states have replacements for, and
 * replaces access token and client credentials by valid ones, unless a provider state is about them.
 */
export async function adaptRequest(
  request: RawRequest,
  { sandbox, setUp, addToken = false }: InteractionContext,
  contract: Contract,
): Promise<AdaptedRequest> {
  const [path = '', ...query] = request.target.split('?');
  const match = matchRequest(contract, { method: request.method, path });
  const completed = match.kind === 'operation' ? completePath(path, match.path) : unchanged(path);
  const replaced = replaceSegments(completed.value, setUp?.replacements);
  const { headers, body } = request;
  const authenticated =
    match.kind === 'operation' && setUp?.authentication !== true
      ? await authenticate({ headers, body }, match.operation, sandbox, addToken)
      : unchanged({ headers, body });
  return {
    method: request.method,
    target: [replaced.value, ...query].join('?'),
    headers: { ...authenticated.value.headers, [SANDBOX_HEADER]: sandbox.id },
    body: authenticated.value.body,
    adaptations: [...completed.adaptations, ...replaced.adaptations, ...authenticated.adaptations],
  };
}

/** A value, and how it differs from the pact's. */
interface Adapted<Value> {
  readonly value: Value;
  readonly adaptations: readonly string[];
}

type Message = Pick<RawRequest, 'headers' | 'body'>;

function unchanged<Value>(value: Value): Adapted<Value> {
  return { value, adaptations: [] };
}

/** Paths have no prefix if the consumer's base URL contains it. */
function completePath(path: string, whole: string): Adapted<string> {
  if (whole === path) return unchanged(path);
  return {
    value: whole,
    adaptations: [`the prefix ${whole.slice(0, whole.length - path.length)} was added to the path`],
  };
}

function replaceSegments(path: string, replacements: SetUp['replacements'] = {}): Adapted<string> {
  const known = new Map(Object.entries(replacements));
  const segments = path.split('/').map((segment): Adapted<string> => {
    const placeholder = decodeOrKeep(segment);
    const replacement = known.get(placeholder);
    return replacement === undefined
      ? unchanged(segment)
      : {
          value: encodeURIComponent(replacement),
          adaptations: [`"${placeholder}" in the path was replaced by the value from the provider state`],
        };
  });
  return {
    value: segments.map(({ value }) => value).join('/'),
    adaptations: segments.flatMap(({ adaptations }) => adaptations),
  };
}

async function authenticate(
  message: Message,
  { access }: Operation,
  sandbox: InteractionContext['sandbox'],
  addToken: boolean,
): Promise<Adapted<Message>> {
  switch (access) {
    case 'bearer':
      return await replaceAccessToken(message, sandbox, addToken);
    case 'client':
      return replaceClientCredentials(message, sandbox);
    default:
      return unchanged(message);
  }
}

async function replaceAccessToken(
  message: Message,
  sandbox: InteractionContext['sandbox'],
  addToken: boolean,
): Promise<Adapted<Message>> {
  const { authorization } = message.headers;
  if (authorization === undefined ? !addToken : !/^bearer\b/i.test(authorization)) return unchanged(message);
  const { accessToken } = await sandbox.accessToken();
  return {
    value: withHeader(message, 'authorization', `Bearer ${accessToken}`),
    adaptations: [
      authorization === undefined
        ? 'an access token was added'
        : 'the access token was replaced by a valid access token',
    ],
  };
}

/** Replaces credentials that are complete. Incomplete ones are what the interaction tests. */
function replaceClientCredentials(
  message: Message,
  { clientId, clientSecret }: InteractionContext['sandbox'],
): Adapted<Message> {
  const adaptations = ['the client credentials were replaced by valid client credentials'];
  const { authorization = '', 'content-type': contentType = '' } = message.headers;
  if (/^basic\b/i.test(authorization)) {
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const value = `Basic ${Buffer.from(credentials).toString('base64')}`;
    return { value: withHeader(message, 'authorization', value), adaptations };
  }
  if (!contentType.includes('application/x-www-form-urlencoded')) return unchanged(message);
  const form = new URLSearchParams(message.body.toString());
  if (!form.get('client_id') || !form.get('client_secret')) return unchanged(message);
  form.set('client_id', clientId);
  form.set('client_secret', clientSecret);
  return { value: { ...message, body: Buffer.from(form.toString()) }, adaptations };
}

function withHeader({ headers, body }: Message, name: string, value: string): Message {
  return { headers: { ...headers, [name]: value }, body };
}
