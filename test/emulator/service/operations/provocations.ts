/** Requests that cause each success and each error status of each operation. */

import type { OperationId } from '../../../../src/contract/operation.js';
import { cast } from '../../../cast.js';

export interface Call {
  readonly method: 'get' | 'post';
  /** Relative to the emulator's address. */
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

export interface Provocation extends Partial<Call> {
  readonly scenario?: string;
  readonly token?: 'none';
}

const API = '/api/v1/institutions/me';
const LINKS = '/api/v1/verification';
const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
const contractId = cast('Ben').credentials[0]!.contractId;
export const good: Readonly<Record<OperationId, Call>> = {
  issueToken: {
    method: 'post',
    path: '/oauth/token',
    type: FORM,
    body: 'grant_type=client_credentials&client_id=demo-institution&client_secret=demo-secret',
  },
  getUsers: { method: 'get', path: `${API}/users` },
  getHumanScores: { method: 'get', path: `${API}/human-scores` },
  getHumanScoreByPartyId: { method: 'get', path: `${API}/human-scores/${cast('Ben').partyId}` },
  getCredentials: { method: 'get', path: `${API}/credentials` },
  getCredentialByPartyId: { method: 'get', path: `${API}/credentials/${cast('Ben').partyId}` },
  resolveCredentials: { method: 'get', path: `${API}/credentials/resolve?q=benbrook` },
  createCredentialsRequest: {
    method: 'post',
    path: `${API}/credentials/request`,
    type: JSON_TYPE,
    body: JSON.stringify({ partyId: cast('Ben').partyId, providers: ['REDDIT'] }),
  },
  generateVerificationLink: {
    method: 'post',
    path: `${LINKS}/generate-link`,
    type: JSON_TYPE,
    body: JSON.stringify({ contractId }),
  },
  generateVerificationLinksBatch: {
    method: 'post',
    path: `${LINKS}/generate-links-batch`,
    type: JSON_TYPE,
    body: JSON.stringify({ requests: [{ contractId }] }),
  },
  checkVerificationStatus: { method: 'get', path: `${LINKS}/check/none` },
};

const tooLarge = JSON.stringify({ padding: 'x'.repeat(1_048_576) });
const unauthorized: Provocation = { token: 'none' };
const suspended: Provocation = { scenario: 'institution-suspended' };
const throttled: Provocation = { scenario: 'rate-limit-burst' };
const failing: Provocation = { scenario: 'server-error' };
const reads = { 401: unauthorized, 403: suspended, 429: throttled, 500: failing };
const writes = { ...reads, 400: { body: '{}' }, 413: { body: tooLarge }, 415: { type: 'text/plain', body: 'text' } };

const provocations: Readonly<Record<OperationId, Readonly<Record<number, Provocation>>>> = {
  issueToken: {
    400: { body: 'grant_type=password' },
    401: { body: 'grant_type=client_credentials&client_id=demo-institution&client_secret=wrong' },
    413: { body: `padding=${'x'.repeat(1_048_576)}` },
    429: { scenario: 'token-endpoint-throttled' },
    500: failing,
  },
  getUsers: { ...reads, 400: { path: `${API}/users?limit=0` } },
  getHumanScores: { ...reads, 400: { path: `${API}/human-scores?offset=-1` } },
  getHumanScoreByPartyId: {
    ...reads,
    400: { path: `${API}/human-scores/%00` },
    404: { path: `${API}/human-scores/nobody` },
  },
  getCredentials: { ...reads, 400: { path: `${API}/credentials?partyIds=` } },
  getCredentialByPartyId: { ...reads, 400: { path: `${API}/credentials/%00` } },
  resolveCredentials: { ...reads, 400: { path: `${API}/credentials/resolve` } },
  createCredentialsRequest: { ...writes, 404: { body: JSON.stringify({ partyId: 'nobody', providers: ['REDDIT'] }) } },
  generateVerificationLink: { ...writes, 404: { body: JSON.stringify({ contractId: '00' }) } },
  generateVerificationLinksBatch: writes,
  checkVerificationStatus: { 400: { path: `${LINKS}/check/%00` }, 404: {}, 429: throttled, 500: failing },
};

export const cases = Object.entries(provocations).flatMap(([id, statuses]) =>
  Object.entries(statuses).map(([status, provocation]) => ({
    id: id as OperationId,
    status: Number(status),
    provocation,
  })),
);
