/** Makes a pact's request one that can be answered: what only exists at run time takes the place of what the pact invents. */

import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { Stage } from './stages.js';

/** A request as the verifier sends it. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface AdaptedRequest extends RawRequest {
  /** What was changed, in words. */
  readonly adaptations: readonly string[];
}

/** Names the sandbox of a request that bears nothing else that does. */
const SANDBOX_HEADER = 'emulator-sandbox';
const API_PREFIX = '/api/v1';

export async function adaptRequest(request: RawRequest, stage: Stage, { contract, addToken }: { contract: Contract; addToken: boolean }): Promise<AdaptedRequest> {
  const adaptations: string[] = [];
  const target = withReplacements(withPrefix(request, contract, adaptations), stage, adaptations);
  const operation = operationAt(contract, request.method, target);
  const headers: Record<string, string> = { ...request.headers, [SANDBOX_HEADER]: stage.sandbox.id };
  let { body } = request;
  if (operation !== undefined && !stage.authentication) {
    if (operation.access === 'bearer') await supplyToken(headers, stage, { addToken, adaptations });
    if (operation.access === 'client') body = withCredentials(headers, body, { stage, adaptations });
  }
  return { method: request.method, target, headers, body, adaptations };
}

/** The operation for a request; undefined where the contract has none. */
export function operationAt(contract: Contract, method: string, target: string): Operation | undefined {
  try {
    return contract.match(target.split('?', 1)[0]!)?.methods.get(method.toLowerCase() as Operation['method']);
  } catch {
    return undefined;
  }
}

/** Where a consumer's base URL ends with `/api/v1`, its pacts have paths without. */
function withPrefix({ method, target }: RawRequest, contract: Contract, adaptations: string[]): string {
  const completed = completedPath(contract, method, target);
  if (completed !== target) adaptations.push(`the path was completed with ${API_PREFIX}`);
  return completed;
}

/** The target as the contract knows it: with the version's prefix, where only that is missing. */
export function completedPath(contract: Contract, method: string, target: string): string {
  const isKnown = operationAt(contract, method, target) !== undefined;
  return !isKnown && operationAt(contract, method, API_PREFIX + target) !== undefined ? API_PREFIX + target : target;
}

function withReplacements(target: string, { replacements }: Stage, adaptations: string[]): string {
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    const replacement = replacements[decoded(segment)];
    if (replacement === undefined) return segment;
    adaptations.push(`"${decoded(segment)}" in the path was replaced by a real one`);
    return encodeURIComponent(replacement);
  });
  return [segments.join('/'), ...query].join('?');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function supplyToken(headers: Record<string, string>, { sandbox }: Stage, { addToken, adaptations }: { addToken: boolean; adaptations: string[] }): Promise<void> {
  const given = headers['authorization'];
  if (given === undefined ? !addToken : !/^bearer\b/i.test(given)) return;
  const { accessToken } = await sandbox.accessToken();
  headers['authorization'] = `Bearer ${accessToken}`;
  adaptations.push(given === undefined ? 'an access token was added' : 'the access token was replaced by a good one');
}

/** Credentials that are complete stand for good ones; others are what the interaction is about. */
function withCredentials(headers: Record<string, string>, body: Buffer, { stage, adaptations }: { stage: Stage; adaptations: string[] }): Buffer {
  const { clientId, clientSecret } = stage.sandbox;
  if (/^basic\b/i.test(headers['authorization'] ?? '')) {
    headers['authorization'] = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
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
