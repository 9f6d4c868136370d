/** Makes a pact's request one that can be answered: what only exists at run time takes the place of what the pact invents. */

import type { Contract } from '../../contract/contract.js';
import { matchRequest, type RequestMatch } from '../match-request.js';
import { replaceInPath } from '../provider-states/replace-invented.js';
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

export async function adaptRequest(request: RawRequest, stage: Stage, { contract, addToken }: { contract: Contract; addToken: boolean }): Promise<AdaptedRequest> {
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

function withReplacements(path: string, { replacements }: Stage, adaptations: string[]): string {
  const replaced = replaceInPath(path, replacements);
  if (replaced !== path) adaptations.push('what the pact invents in its path was replaced by what is there');
  return replaced;
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
