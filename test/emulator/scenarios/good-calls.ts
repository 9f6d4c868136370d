/** A good call of each operation, sent over HTTP, with scenarios or without. */

import type { OperationId } from '../../../src/contract/operation.js';
import type { PlainResponse } from '../../../src/contract/response.js';
import type { SandboxControl } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { fetched, type Answered } from '../../fetched.js';
import type { Institution } from '../../institution.js';

/** A request that succeeds while service is normal. */
export interface GoodCall {
  readonly method: 'GET' | 'POST';
  /** Relative to the emulator's address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type GoodCalls = Readonly<Record<OperationId, GoodCall>>;

const API = '/api/v1/institutions/me';
const LINKS = '/api/v1/verification';
const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;

/** A good call of each operation, with a token of this institution and a link that it has generated. */
export async function goodCalls(institution: Institution): Promise<GoodCalls> {
  const { emulator, token } = institution;
  const link = (await institution.post('/verification/generate-link', { contractId })).body as { token: string };
  return callsWith(emulator, token, link.token);
}

/** A good call of each operation in a sandbox, with a token and a link that no request has created. */
export function goodCallsIn(sandbox: SandboxControl): GoodCalls {
  return callsWith(sandbox, sandbox.accessToken().accessToken, sandbox.verificationLink(contractId).token);
}

function callsWith(
  { clientId, clientSecret }: Pick<SandboxControl, 'clientId' | 'clientSecret'>,
  token: string,
  linkToken: string,
): GoodCalls {
  const bearer = { Authorization: `Bearer ${token}` };
  const get = (path: string): GoodCall => ({ method: 'GET', path, headers: bearer });
  const post = (path: string, body: object): GoodCall => ({
    method: 'POST',
    path,
    headers: { ...bearer, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    issueToken: {
      method: 'POST',
      path: '/oauth/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    },
    getUsers: get(`${API}/users`),
    getHumanScores: get(`${API}/human-scores`),
    getHumanScoreByPartyId: get(`${API}/human-scores/${ben.partyId}`),
    getCredentials: get(`${API}/credentials`),
    getCredentialByPartyId: get(`${API}/credentials/${ben.partyId}`),
    resolveCredentials: get(`${API}/credentials/resolve?q=benbrook`),
    createCredentialsRequest: post(`${API}/credentials/request`, { partyId: ben.partyId, providers: ['REDDIT'] }),
    generateVerificationLink: post(`${LINKS}/generate-link`, { contractId }),
    generateVerificationLinksBatch: post(`${LINKS}/generate-links-batch`, {
      requests: cast('Alice').credentials.map((held) => ({ contractId: held.contractId })),
    }),
    checkVerificationStatus: { method: 'GET', path: `${LINKS}/check/${linkToken}`, headers: {} },
  };
}

/** Sends the call. Rejects if the response is missing or incomplete. */
export function responseTo(
  { emulator }: Pick<Institution, 'emulator'>,
  call: GoodCall,
  selection?: string,
  signal?: AbortSignal,
): Promise<Answered> {
  return fetched(emulator.url + call.path, {
    method: call.method,
    headers: { ...call.headers, ...(selection !== undefined && { 'Emulator-Scenario': selection }) },
    ...(call.body !== undefined && { body: call.body }),
    ...(signal !== undefined && { signal }),
  });
}

/** The statuses of the given number of calls, sent one after the other. */
export async function statusesOf(
  institution: Pick<Institution, 'emulator'>,
  call: GoodCall,
  selection: string | undefined,
  calls: number,
): Promise<number[]> {
  const statuses = [];
  for (let sent = 0; sent < calls; sent++) statuses.push((await responseTo(institution, call, selection)).status);
  return statuses;
}

/** The response in the form that the validator of the contract takes. */
export function plainResponse({ status, headers, text, json }: Answered): PlainResponse {
  return { status, headers: Object.fromEntries(headers), ...(text !== '' && { body: json }) };
}
