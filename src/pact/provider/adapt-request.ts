/**
 * Adapts a pact's request to the sandbox: replaces the placeholders in a pact by values that exist only at run time,
 * such as access tokens, client credentials and link tokens.
 */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import { decodeOrKeep } from '../../contract/query-string.js';
import { isForm } from '../form-fields.js';
import { matchRequest } from '../match-request.js';
import type { SetUp } from '../states/set-up-states.js';
import type { StateSandbox } from '../states/state-sandbox.js';
import { basicCredentials, presentedCredentials, type PresentedCredentials } from './credentials.js';

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
  /** Whether to send what the pact says, without any change. Default: false. */
  readonly asWritten?: boolean | undefined;
}

export interface AdaptedRequest extends RawRequest {
  /** The changes, each a sentence. */
  readonly adaptations: readonly string[];
}

/** Identifies the sandbox of a request that has no token. */
const SANDBOX_HEADER = 'emulator-sandbox';

/**
 * Completes a path that has no prefix (`/api/v1`), replaces values that provider states have replacements for, and
 * replaces well-formed access tokens and client credentials by valid ones, unless a provider state is about them.
 */
export async function adaptRequest(
  request: RawRequest,
  { sandbox, setUp, addToken = false, asWritten = false }: InteractionContext,
  contract: Contract,
): Promise<AdaptedRequest> {
  if (asWritten) return { ...request, headers: { ...request.headers, [SANDBOX_HEADER]: sandbox.id }, adaptations: [] };
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

export type Message = Pick<RawRequest, 'headers' | 'body'>;

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

/** Replaces credentials that are complete and well-formed. Others are what the interaction tests, or its mistake. */
async function authenticate(
  message: Message,
  { access }: Operation,
  sandbox: InteractionContext['sandbox'],
  addToken: boolean,
): Promise<Adapted<Message>> {
  const { authorization } = message.headers;
  const form = isForm(message.headers['content-type']) ? message.body.toString() : undefined;
  const credentials = presentedCredentials(access, { authorization, form });
  if (credentials?.mistake === undefined && credentials !== undefined)
    return {
      value: await withCredentials(message, credentials.kind, sandbox),
      adaptations: [
        credentials.kind === 'token'
          ? 'the access token was replaced by a valid access token'
          : 'the client credentials were replaced by valid client credentials',
      ],
    };
  return access === 'bearer' && addToken && authorization === undefined
    ? { value: await withCredentials(message, 'token', sandbox), adaptations: ['an access token was added'] }
    : unchanged(message);
}

/** The message with valid credentials of a kind, and without others. */
export async function withCredentials(
  { headers, body }: Message,
  kind: PresentedCredentials['kind'],
  sandbox: InteractionContext['sandbox'],
): Promise<Message> {
  if (kind === 'token')
    return { headers: { ...headers, authorization: `Bearer ${(await sandbox.accessToken()).accessToken}` }, body };
  const { clientId, clientSecret } = sandbox;
  const { authorization = '', ...others } = headers;
  const form = new URLSearchParams(body.toString());
  if (kind === 'basic') {
    const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    // The ID may be in the form, too, if it is the same.
    const isAlsoInForm =
      isForm(headers['content-type']) && form.get('client_id') === basicCredentials(authorization)?.id;
    if (isAlsoInForm) form.set('client_id', clientId);
    return {
      headers: { ...headers, authorization: `Basic ${credentials.toString('base64')}` },
      body: isAlsoInForm ? Buffer.from(form.toString()) : body,
    };
  }
  form.set('client_id', clientId);
  form.set('client_secret', clientSecret);
  return { headers: /^basic\b/i.test(authorization) ? others : headers, body: Buffer.from(form.toString()) };
}
