/**
 * What each variant does to requests and responses, by point and variant. Together with its note in `spec/openapi.yaml` and
 * its patch of the contract in `spec/variants.yaml` this is all of a variant. One that has no entry here only changes what
 * the contract allows.
 */

import { STATUS_CODES } from 'node:http';
import { emptyResponse, jsonResponse, type PlainResponse } from '../response.js';
import { rewriteBody, rewriteErrorCode, rewriteRetryAfter } from './rewrites.js';
import { SCORE_OF_NOBODY, statusOfLink } from './bodies.js';
import { VALUE_EFFECTS } from './value-effects.js';
import type { Failure, Rewrite, VariantEffect } from './variant-effect.js';
import type { VariantChoices } from './variant-point.js';

// HTTP Basic gets 401 and a challenge in any case (RFC 6749 section 5.2).
const BASIC = { 'WWW-Authenticate': 'Basic realm="institution"' };

const VARIANT_EFFECTS: Readonly<Record<string, Readonly<Record<string, VariantEffect>>>> = {
  ...VALUE_EFFECTS,
  'error-body': {
    problem: {
      renderFailure: ({ status, message, headers }) => {
        const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Failure', status, detail: message };
        return jsonResponse(status, body, { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers });
      },
    },
    'status-code': {
      renderFailure: ({ status, message, headers }) => jsonResponse(status, { statusCode: status, message }, headers),
    },
    text: {
      renderFailure: ({ status, message, headers }) => ({
        status,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
        body: message,
        text: message,
      }),
    },
    empty: { renderFailure: ({ status, headers }) => ({ status, headers, text: '' }) },
  },
  'order-of-checks': { 'token-first': { checksTokenFirst: true } },
  'wrong-method': { '404': { replace: () => failed(404, 'not_found', 'There is nothing at this path.') } },
  preflight: {
    '204': {
      replace: (methods) => ({
        ...emptyResponse(),
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': methods ?? '',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
        },
      }),
    },
  },
  unauthenticated: {
    '403': { changeFailure: (failure) => changed(failure, { status: 403, code: 'forbidden' }) },
  },
  'bad-client': {
    unauthorized_client: { changeFailure: (failure) => changed(failure, { code: 'unauthorized_client' }) },
    'bad-request': { changeFailure: (failure) => changed(failure, { status: 400 }) },
  },
  'client-basic': {
    refused: {
      replace: () => failed(401, 'invalid_client', 'The client has to send its ID and secret in the body.', BASIC),
    },
  },
  'token-type': {
    'lower-case': { rewriteResponse: rewriteBody('issueToken', (body) => ({ ...body, token_type: 'bearer' })) },
  },
  challenge: {
    absent: {
      rewriteResponse: (response, { operation }) => {
        if (operation?.access === 'client') return response;
        const { 'WWW-Authenticate': _challenge, ...headers } = response.headers;
        return { ...response, headers };
      },
    },
  },
  'error-codes': {
    'upper-case': { changesErrorCode: true, rewriteResponse: rewriteErrorCode((code) => code.toUpperCase()) },
    reason: {
      rewriteResponse: rewriteErrorCode((_, status) => STATUS_CODES[status] ?? 'Failure'),
    },
  },
  search: {
    prefix: { rules: { searched: 'prefix' } },
    whole: { rules: { searched: 'whole' } },
    username: { rules: { searched: 'username' } },
  },
  'users-row': { party: { rules: { row: 'party' } } },
  'unapproved-identity': { hidden: { rules: { unapproved: 'hidden' } } },
  'request-visibility': { later: { rules: { requested: 'later' } } },
  'approved-users': { 'kyc-status': { rules: { approvedBy: 'kyc-status' } } },
  'credential-order': { 'newest-first': { rules: { ordered: 'newest-first' } } },
  'total-count': {
    absent: { rewriteResponse: rewriteBody('getUsers', ({ totalCount: _total, ...body }) => body) },
  },
  'repeated-request': { '409': { replace: () => failed(409, 'conflict', 'The data has been requested already.') } },
  'invalid-body': { '422': { changeFailure: (failure) => changed(failure, { status: 422 }) } },
  'unknown-party-score': {
    zero: { replace: (partyId) => jsonResponse(200, { partyId, humanScore: SCORE_OF_NOBODY }) },
    '403': { replace: () => failed(403, 'forbidden', 'The party has disclosed nothing to this institution.') },
  },
  'unknown-party-credentials': { '404': { replace: () => failed(404, 'not_found', 'Party not found.') } },
  'unknown-party-request': {
    '204': { replace: emptyResponse },
    '400': { replace: () => failed(400, 'invalid_request', 'There is no such party.') },
  },
  'no-match': { '404': { replace: () => failed(404, 'not_found', 'No credentials found.') } },
  'unknown-contract': {
    '403': { replace: () => failed(403, 'forbidden', 'The credential has not been disclosed to this institution.') },
    '400': { replace: () => failed(400, 'invalid_request', 'There is no such credential.') },
  },
  'dead-credentials-listed': {
    valid: { rules: { listed: 'valid' } },
    'not-revoked': { rules: { listed: 'not-revoked' } },
    all: { rules: { listed: 'all' } },
  },
  'dead-credentials-resolved': {
    valid: { rules: { resolved: 'valid' } },
    'not-revoked': { rules: { resolved: 'not-revoked' } },
    all: { rules: { resolved: 'all' } },
  },
  'score-of-dead-credentials': { counted: { rules: { scored: 'current' } } },
  'link-of-dead-credential': {
    '404': { rules: { linked: 'valid' } },
    '409': {
      rules: { linked: 'valid' },
      replace: () => failed(409, 'conflict', 'The credential is not valid.'),
    },
    '410': { rules: { linked: 'valid' }, replace: () => failed(410, 'gone', 'The credential is no longer valid.') },
  },
  'data-of-dead-credential': {
    anonymous: { rules: { checked: 'anonymous' } },
    withheld: { rules: { checked: 'withheld' } },
  },
  'check-data': {
    anonymous: { rules: { checkedData: 'anonymous' } },
    withheld: { rules: { checkedData: 'withheld' } },
  },
  'check-caching': { 'no-store': { rewriteResponse: addHeaderToCheck('Cache-Control', 'no-store') } },
  'blocked-party': { unaffected: { rules: { blocked: 'unaffected' } } },
  'expired-link': {
    '410': { replace: () => failed(410, 'gone', 'The verification link has expired.') },
    expired: { replace: () => jsonResponse(200, statusOfLink('expired', 'The verification link has expired.')) },
    'not-found': {
      replace: () => jsonResponse(200, statusOfLink('not_found', 'Verification token not found or expired.')),
    },
  },
  'link-status': {
    '201': {
      rewriteResponse: (response, { operation }) =>
        operation?.id === 'generateVerificationLink' && response.status === 200
          ? { ...response, status: 201 }
          : response,
    },
  },
  'duplicate-in-batch': {
    once: {
      rewriteResponse: rewriteBody('generateVerificationLinksBatch', (body) => ({
        ...body,
        results: firstOfEach(body['results']),
      })),
    },
  },
  'token-expires-in': {
    string: {
      rewriteResponse: rewriteBody('issueToken', (body) => ({ ...body, expires_in: String(body['expires_in']) })),
    },
  },
  compression: { gzip: { compresses: true } },
  'request-id': {
    'x-request-id': {
      rewriteResponse: (response, { requestId }) => withHeader(response, 'X-Request-Id', requestId()),
    },
  },
  cors: { check: { rewriteResponse: addHeaderToCheck('Access-Control-Allow-Origin', '*') } },
  'retry-after': {
    date: {
      rewriteResponse: (response, { at }) =>
        rewriteRetryAfter(response, (seconds) => ({
          'Retry-After': new Date((Math.ceil(at / 1_000) + seconds) * 1_000).toUTCString(),
        })),
    },
    absent: { rewriteResponse: (response) => rewriteRetryAfter(response, () => ({})) },
  },
};

/** What the chosen variant of a point does; undefined if none is chosen, or the chosen one only changes the contract. */
export function effectAt(variants: VariantChoices, point: string): VariantEffect | undefined {
  const chosen = variants[point];
  return chosen === undefined ? undefined : VARIANT_EFFECTS[point]?.[chosen];
}

/** What the chosen variants do, in the order of the choices. */
export function effectsOf(variants: VariantChoices): VariantEffect[] {
  return Object.keys(variants).flatMap((point) => effectAt(variants, point) ?? []);
}

/** Every point and variant that has an effect. */
export function variantsWithEffect(): (readonly [point: string, variant: string])[] {
  return Object.entries(VARIANT_EFFECTS).flatMap(([point, variants]) =>
    Object.keys(variants).map((variant) => [point, variant] as const),
  );
}

function addHeaderToCheck(name: string, value: string): Rewrite {
  return (response, { operation }) =>
    operation?.id === 'checkVerificationStatus' ? withHeader(response, name, value) : response;
}

function withHeader<Response extends PlainResponse>(response: Response, name: string, value: string): Response {
  return { ...response, headers: { ...response.headers, [name]: value } };
}

function failed(status: number, code: string, message: string, headers: Failure['headers'] = {}): Failure {
  return { status, code, message, headers };
}

function changed(
  { status, code, message, headers, details }: Failure,
  changes: Partial<Pick<Failure, 'status' | 'code'>>,
): Failure {
  return { status, code, message, headers, details, ...changes };
}

function firstOfEach(results: unknown): unknown {
  const items = results as readonly { readonly contractId: string }[];
  return items.filter(({ contractId }, at) => items.findIndex((item) => item.contractId === contractId) === at);
}
