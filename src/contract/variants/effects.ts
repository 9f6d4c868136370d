/**
 * How variants change the form of requests and responses, by point and variant. The other parts of a variant are its
 * note in `spec/openapi.yaml` and its patch of the contract in `spec/variants.yaml`. Most variants have no entry here.
 */

import { STATUS_CODES } from 'node:http';
import { isObject, membersOf } from '../../common/json.js';
import type { SchemaObject } from '../document.js';
import type { ValidRequest } from '../request.js';
import { JSON_TYPE, jsonResponse, type PlainResponse } from '../response.js';
import { rewriteBody, rewriteErrorCode, rewriteNamed, rewriteRetryAfter, rewriteTimestamps } from './rewrites.js';
import type { Rewrite, VariantEffect } from './rewrites.js';
import { NO_VARIANTS, type VariantChoices } from './variant-point.js';

/** The schemas whose optional members are null instead of absent in the variant. */
const NULLED_SCHEMAS = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

/** The effects by variant, in the form of a choice: `<point>=<variant>`. */
export const VARIANT_EFFECTS: Readonly<Record<string, VariantEffect>> = {
  'absent-members=null': {
    rewriteResponse: rewriteNamed(NULLED_SCHEMAS, (value, schema) =>
      isObject(value) ? { ...nullMembers(schema), ...value } : value,
    ),
  },
  'score-numbers=decimal': {
    rewriteResponse: rewriteNamed(['HumanScoreResult'], (value) => withDecimals(value as Score)),
  },
  'timestamps=seconds': { rewriteResponse: rewriteTimestamps((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')) },
  'timestamps=offset': { rewriteResponse: rewriteTimestamps((text) => text.replace(/Z$/, '+00:00')) },
  'timestamps=epoch': { rewriteResponse: rewriteTimestamps((text) => Date.parse(text)) },
  'status-case=lower': {
    rewriteResponse: rewriteNamed(['UserStatus', 'RequestStatus'], (value) =>
      typeof value === 'string' ? value.toLowerCase() : value,
    ),
    rewriteRequest: ({ query, ...request }) => {
      const given = ['status', 'reqStatus'].filter((name) => name in query);
      const inUpperCase = given.map((name) => [name, String(query[name]).toUpperCase()] as const);
      return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
    },
  },
  'error-body=problem': {
    renderFailure: ({ status, message, headers }) => {
      const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Failure', status, detail: message };
      return jsonResponse(status, body, { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers });
    },
  },
  'error-body=status-code': {
    renderFailure: ({ status, message, headers }) => jsonResponse(status, { statusCode: status, message }, headers),
  },
  'error-body=text': {
    renderFailure: ({ status, message, headers }) => ({
      status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
      body: message,
      text: message,
    }),
  },
  'error-body=empty': { renderFailure: ({ status, headers }) => ({ status, headers, text: '' }) },
  'token-type=lower-case': {
    rewriteResponse: rewriteBody('issueToken', (body) => ({ ...body, token_type: 'bearer' })),
  },
  'token-scope=fixed': {
    rewriteRequest: ({ body, ...request }) => {
      if (!isObject(body)) return { ...request, body };
      const { scope: _scope, ...others } = body;
      return { ...request, body: others };
    },
  },
  'token-scope=absent': { rewriteResponse: rewriteBody('issueToken', ({ scope: _scope, ...body }) => body) },
  'token-form=opaque': {
    rewriteResponse: rewriteBody('issueToken', (body) => ({ ...body, access_token: opaque(body['access_token']) })),
  },
  'challenge=absent': {
    rewriteResponse: (response, { operation }) => {
      if (operation?.access === 'client') return response;
      const { 'WWW-Authenticate': _challenge, ...headers } = response.headers;
      return { ...response, headers };
    },
  },
  'error-codes=upper-case': errorCodes((code) => code.toUpperCase()),
  'error-codes=reason': errorCodes((_, status) => STATUS_CODES[status] ?? 'Failure'),
  'total-count=absent': { rewriteResponse: rewriteBody('getUsers', ({ totalCount: _total, ...body }) => body) },
  'error-details=absent': {
    rewriteResponse: (response) => {
      const { details: _details, ...body } = membersOf(response.body);
      return response.status >= 400 && 'message' in body ? { ...response, body } : response;
    },
  },
  'proposal-scope=row': {
    rewriteResponse: rewriteNamed(['InstitutionUser'], (value) => {
      const { proposalId, id } = membersOf(value);
      return { ...membersOf(value), proposalId: `${String(proposalId).slice(0, -8)}${String(id).padStart(8, '0')}` };
    }),
  },
  'response-charset=absent': {
    changesErrors: true,
    rewriteResponse: (response) =>
      response.headers['Content-Type'] === JSON_TYPE
        ? withHeader(response, 'Content-Type', 'application/json')
        : response,
  },
  'verification-url=check': {
    rewriteResponse: rewriteNamed(['VerificationLink'], (value) => {
      const { verificationUrl, ...link } = membersOf(value);
      const check = String(verificationUrl).replace('/verify/', '/api/v1/verification/check/');
      return { verificationUrl: check, ...link };
    }),
  },
  'check-caching=no-store': { rewriteResponse: addHeaderToCheck('Cache-Control', 'no-store') },
  'expired-link=expired': {
    replace: () => jsonResponse(200, statusOfLink('expired', 'The verification link has expired.')),
  },
  'expired-link=not-found': {
    replace: () => jsonResponse(200, statusOfLink('not_found', 'Verification token not found or expired.')),
  },
  'link-status=201': {
    rewriteResponse: (response, { operation }) =>
      operation?.id === 'generateVerificationLink' && response.status === 200 ? { ...response, status: 201 } : response,
  },
  'duplicate-in-batch=once': {
    rewriteResponse: rewriteBody('generateVerificationLinksBatch', (body) => ({
      ...body,
      results: firstOfEach(body['results']),
    })),
  },
  'token-expires-in=string': {
    rewriteResponse: rewriteBody('issueToken', (body) => ({ ...body, expires_in: String(body['expires_in']) })),
  },
  'request-id=x-request-id': {
    rewriteResponse: (response, { requestId }) => withHeader(response, 'X-Request-Id', requestId()),
  },
  'cors=check': { rewriteResponse: addHeaderToCheck('Access-Control-Allow-Origin', '*') },
  'retry-after=date': {
    rewriteResponse: (response, { at }) =>
      rewriteRetryAfter(response, (seconds) => ({
        'Retry-After': new Date((Math.ceil(at / 1_000) + seconds) * 1_000).toUTCString(),
      })),
  },
  'retry-after=absent': { rewriteResponse: (response) => rewriteRetryAfter(response, () => ({})) },
};

/**
 * The effect of the chosen variant of a point; undefined without a choice, or if the variant only changes the contract.
 */
export function effectAt(variants: VariantChoices, point: string): VariantEffect | undefined {
  const chosen = variants[point];
  return chosen === undefined ? undefined : VARIANT_EFFECTS[`${point}=${chosen}`];
}

/** The effects of the chosen variants, in the order of the choices. */
export function effectsOf(variants: VariantChoices): VariantEffect[] {
  return Object.keys(variants).flatMap((point) => effectAt(variants, point) ?? []);
}

/** The request in the form that operations know. Variants may give a request another form. */
export function rewriteRequest(variants: VariantChoices, request: ValidRequest): ValidRequest {
  if (variants === NO_VARIANTS) return request;
  return effectsOf(variants).reduce((read, { rewriteRequest: rewrite }) => rewrite?.(read) ?? read, request);
}

/** An effect that changes error codes. Without `changesErrors`, a verification would not run errors in this variant. */
function errorCodes(change: Parameters<typeof rewriteErrorCode>[0]): VariantEffect {
  return { changesErrors: true, rewriteResponse: rewriteErrorCode(change) };
}

function addHeaderToCheck(name: string, value: string): Rewrite {
  return (response, { operation }) =>
    operation?.id === 'checkVerificationStatus' ? withHeader(response, name, value) : response;
}

function withHeader<Response extends PlainResponse>(response: Response, name: string, value: string): Response {
  return { ...response, headers: { ...response.headers, [name]: value } };
}

function firstOfEach(results: unknown): unknown {
  const items = results as readonly { readonly contractId: string }[];
  return items.filter(({ contractId }, at) => items.findIndex((item) => item.contractId === contractId) === at);
}

/** A token in a form that nobody recognizes as a JWT. The emulator accepts it like the JWT. */
function opaque(token: unknown): string {
  return String(token).replaceAll('.', '~');
}

/** The status of a link that has expired. */
function statusOfLink(status: 'expired' | 'not_found', message: string): object {
  return {
    status,
    color: 'red',
    isActive: false,
    contractId: null,
    credentialData: null,
    issuedAt: null,
    expiredAt: null,
    isArchived: false,
    isSuperseded: false,
    isRevoked: false,
    message,
    kycProvider: null,
  };
}

function nullMembers({ properties = {}, required = [] }: SchemaObject): Readonly<Record<string, null>> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}

interface Score {
  readonly totalScore: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** The maximum of each part of the breakdown, because half a point more has to fit. */
const BREAKDOWN_MAXIMA = {
  accountAgeScore: 30,
  socialMetricsScore: 30,
  emailConsistencyScore: 20,
  providerCountScore: 20,
};

/** The score with half a point more, so that its level stays. A score of 0, or with all points, stays as it is. */
function withDecimals(score: Score): Score {
  const part = Object.entries(BREAKDOWN_MAXIMA).find(([name, most]) => (score.breakdown[name] ?? most) < most)?.[0];
  if (part === undefined || score.totalScore === 0) return score;
  const breakdown = { ...score.breakdown, [part]: score.breakdown[part]! + 0.5 };
  return { ...score, totalScore: score.totalScore + 0.5, breakdown };
}
