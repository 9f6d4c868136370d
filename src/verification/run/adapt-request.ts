/** Makes a pact's request one that can be answered: what only exists at run time takes the place of what the pact invents. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest, type RequestMatch } from '../../pact/match-request.js';
import type { SetUp } from '../../pact/states/set-up-states.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';

/** A request as the verifier sends it. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The sandbox that it is for, and what its states have come to. */
export interface Surroundings extends Pick<SetUp, 'replacements' | 'authentication'> {
  readonly sandbox: Pick<StateSandbox, 'id' | 'clientId' | 'clientSecret' | 'accessToken'>;
}

export interface AdaptedRequest extends RawRequest {
  /** What was changed, in words. */
  readonly adaptations: readonly string[];
}

/** Names the sandbox of a request that bears nothing else that does. */
const SANDBOX_HEADER = 'emulator-sandbox';

export async function adaptRequest(
  request: RawRequest,
  stage: Surroundings,
  { contract, addToken }: { contract: Contract; addToken: boolean },
): Promise<AdaptedRequest> {
  const adaptations: string[] = [];
  const [path = '', ...query] = request.target.split('?');
  const match = matchRequest(contract, { method: request.method, path });
  const operation = match.kind === 'operation' ? match.operation : undefined;
  const target = [withReplacements(withPrefix(path, match, adaptations), stage, adaptations), ...query].join('?');
  const headers: Record<string, string> = { ...request.headers, [SANDBOX_HEADER]: stage.sandbox.id };
  let { body } = request;
  if (operation !== undefined && !stage.authentication) {
    if (operation.access === 'bearer') await supplyToken(headers, stage, { addToken, adaptations });
    if (operation.access === 'client') body = withCredentials(headers, body, { stage, adaptations });
  }
  return { method: request.method, target, headers, body, adaptations };
}

/** Where a consumer's base URL ends with the version's prefix, its pacts have paths without. */
function withPrefix(path: string, match: RequestMatch, adaptations: string[]): string {
  if (match.kind !== 'operation' || match.path === path) return path;
  adaptations.push(`the path was completed with ${match.path.slice(0, match.path.length - path.length)}`);
  return match.path;
}

function withReplacements(path: string, { replacements }: Surroundings, adaptations: string[]): string {
  const segments = path.split('/').map((segment) => {
    const invented = decoded(segment);
    // A segment may be called "constructor".
    if (!Object.hasOwn(replacements, invented)) return segment;
    adaptations.push(`"${invented}" in the path was replaced by a real one`);
    return encodeURIComponent(replacements[invented]!);
  });
  return segments.join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function supplyToken(
  headers: Record<string, string>,
  { sandbox }: Surroundings,
  { addToken, adaptations }: { addToken: boolean; adaptations: string[] },
): Promise<void> {
  const given = headers['authorization'];
  if (given === undefined ? !addToken : !/^bearer\b/i.test(given)) return;
  const { accessToken } = await sandbox.accessToken();
  headers['authorization'] = `Bearer ${accessToken}`;
  adaptations.push(given === undefined ? 'an access token was added' : 'the access token was replaced by a good one');
}

/** Credentials that are complete stand for good ones; others are what the interaction is about. */
function withCredentials(
  headers: Record<string, string>,
  body: Buffer,
  { stage, adaptations }: { stage: Surroundings; adaptations: string[] },
): Buffer {
  const { clientId, clientSecret } = stage.sandbox;
  if (/^basic\b/i.test(headers['authorization'] ?? '')) {
    headers['authorization'] =
      `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
    adaptations.push('the client credentials were replaced by good ones');
    return body;
  }
  if (!(headers['content-type'] ?? '').includes('application/x-www-form-urlencoded')) return body;
  const form = new URLSearchParams(body.toString());
  if (!form.get('client_id') || !form.get('client_secret')) return body;
  form.set('client_id', clientId);
  form.set('client_secret', clientSecret);
  adaptations.push('the client credentials were replaced by good ones');
  return Buffer.from(form.toString());
}
