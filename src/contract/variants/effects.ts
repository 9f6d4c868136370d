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
import type { Failure, Rewrite, RewrittenRequest } from './rewrites.js';
import { NO_VARIANTS, type VariantChoices } from './variant-point.js';

/** A table by variant, in the form of a choice: `<point>=<variant>`. */
type ByVariant<Effect> = Readonly<Record<string, Effect>>;

/** The schemas whose optional members are null instead of absent in the variant. */
const NULLED_SCHEMAS = ['InstitutionUser', 'ResolvedCredential', 'CredentialMetadata'];

/** What a variant changes in responses. A response that the contract without variants does not allow is not changed. */
const REWRITES: ByVariant<Rewrite> = {
  'absent-members=null': rewriteNamed(NULLED_SCHEMAS, (value, schema) =>
    isObject(value) ? { ...nullMembers(schema), ...value } : value,
  ),
  'score-numbers=decimal': rewriteNamed(['ScoreBreakdown', 'HumanScoreResult'], withDecimals),
  'timestamps=seconds': rewriteTimestamps((text) => text.replace(/(?:\.\d+)?Z$/, 'Z')),
  'timestamps=offset': rewriteTimestamps((text) => text.replace(/Z$/, '+00:00')),
  'timestamps=epoch': rewriteTimestamps((text) => Date.parse(text)),
  'status-case=lower': rewriteNamed(['UserStatus', 'RequestStatus'], (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  ),
  'token-type=lower-case': rewriteBody('issueToken', (body) => ({ ...body, token_type: 'bearer' })),
  'token-scope=absent': rewriteBody('issueToken', ({ scope: _scope, ...body }) => body),
  // Nobody recognizes such a token as a JWT. The emulator accepts it like the JWT.
  'token-form=opaque': rewriteBody('issueToken', (body) => ({
    ...body,
    access_token: String(body['access_token']).replaceAll('.', '~'),
  })),
  // The token endpoint keeps its challenge, which RFC 6749 section 5.2 requires.
  'challenge=absent': (response, { operation }) => {
    if (operation?.access === 'client') return response;
    const { 'WWW-Authenticate': _challenge, ...headers } = response.headers;
    return { ...response, headers };
  },
  'error-codes=upper-case': rewriteErrorCode((code) => code.toUpperCase()),
  'error-codes=reason': rewriteErrorCode((_, status) => STATUS_CODES[status] ?? 'Failure'),
  'total-count=absent': rewriteBody('getUsers', ({ totalCount: _total, ...body }) => body),
  'error-details=absent': (response) => {
    const { details: _details, ...body } = membersOf(response.body);
    return response.status >= 400 && 'message' in body ? { ...response, body } : response;
  },
  // Each row has a proposal ID of its own: its last eight characters come from the ID of the row.
  'proposal-scope=row': rewriteNamed(['InstitutionUser'], (value) => {
    const { proposalId, id } = membersOf(value);
    return { ...membersOf(value), proposalId: `${String(proposalId).slice(0, -8)}${String(id).padStart(8, '0')}` };
  }),
  'response-charset=absent': (response) => {
    const isJson = response.headers['Content-Type'] === JSON_TYPE;
    return isJson ? withHeader(response, 'Content-Type', 'application/json') : response;
  },
  'verification-url=check': rewriteNamed(['VerificationLink'], (value) => {
    const { verificationUrl, ...link } = membersOf(value);
    const check = String(verificationUrl).replace('/verify/', '/api/v1/verification/check/');
    return { verificationUrl: check, ...link };
  }),
  'check-caching=no-store': addHeaderToCheck('Cache-Control', 'no-store'),
  'link-status=201': (response, { operation }) => {
    const isIssued = operation?.id === 'generateVerificationLink' && response.status === 200;
    return isIssued ? { ...response, status: 201 } : response;
  },
  'duplicate-in-batch=once': rewriteBody('generateVerificationLinksBatch', (body) => ({
    ...body,
    results: firstOfEach(body['results']),
  })),
  'token-expires-in=string': rewriteBody('issueToken', (body) => {
    const { expires_in: seconds } = body;
    return { ...body, expires_in: String(seconds) };
  }),
  'request-id=x-request-id': (response, { requestId }) => withHeader(response, 'X-Request-Id', requestId()),
  'cors=check': addHeaderToCheck('Access-Control-Allow-Origin', '*'),
  // An HTTP date has whole seconds. The time is rounded up, so that no client comes back too early.
  'retry-after=date': (response, { at }) =>
    rewriteRetryAfter(response, (seconds) => {
      const end = Math.ceil(at / 1_000) + seconds;
      return { 'Retry-After': new Date(end * 1_000).toUTCString() };
    }),
  'retry-after=absent': (response) => rewriteRetryAfter(response, () => ({})),
};

/** Returns the request in the form of the contract without variants. */
const REQUESTS: ByVariant<(request: ValidRequest) => ValidRequest> = {
  'status-case=lower': ({ query, ...request }) => {
    const statuses = Object.entries(query).filter(([name]) => name === 'status' || name === 'reqStatus');
    const inUpperCase = statuses.map(([name, value]) => [name, String(value).toUpperCase()] as const);
    return { ...request, query: { ...query, ...Object.fromEntries(inUpperCase) } };
  },
  'token-scope=fixed': ({ body, ...request }) => {
    if (!isObject(body)) return { ...request, body };
    const { scope: _scope, ...others } = body;
    return { ...request, body: others };
  },
};

/** The error response to any failure, except at the token endpoint. */
const FAILURES: ByVariant<(failure: Failure) => PlainResponse> = {
  'error-body=problem': ({ status, message, headers }) => {
    const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Failure', status, detail: message };
    return jsonResponse(status, body, { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers });
  },
  'error-body=status-code': ({ status, message, headers }) =>
    jsonResponse(status, { statusCode: status, message }, headers),
  'error-body=text': ({ status, message, headers }) => ({
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
    body: message,
    text: message,
  }),
  'error-body=empty': ({ status, headers }) => ({ status, headers, text: '' }),
};

/** All effects by their variants. A test checks that the contract has each of these variants. */
export const VARIANT_EFFECTS = { ...REWRITES, ...REQUESTS, ...FAILURES };

/** The variants that change every error, and not only the errors at their point. */
const CHANGING_ERRORS: readonly string[] = [
  ...Object.keys(FAILURES),
  'error-codes=upper-case',
  'error-codes=reason',
  'response-charset=absent',
];

/** Whether a variant changes the form of every error. */
export function changesErrors(point: string, variant: string): boolean {
  return CHANGING_ERRORS.includes(`${point}=${variant}`);
}

/** The effects of the chosen variants, in the order of the choices. */
function effectsOf<Effect>(table: ByVariant<Effect>, variants: VariantChoices): Effect[] {
  if (variants === NO_VARIANTS) return [];
  return Object.entries(variants).flatMap(([point, name]) => table[`${point}=${name}`] ?? []);
}

/** The request in the form that operations know. Variants may give a request another form. */
export function rewriteRequest(variants: VariantChoices, request: ValidRequest): ValidRequest {
  let rewritten = request;
  for (const rewrite of effectsOf(REQUESTS, variants)) rewritten = rewrite(rewritten);

  return rewritten;
}

/** The response in the form of the chosen variants. */
export function rewriteResponse(
  variants: VariantChoices,
  response: PlainResponse,
  request: RewrittenRequest,
): PlainResponse {
  let rewritten = response;
  // A rewrite keeps the members that it does not know.
  for (const rewrite of effectsOf(REWRITES, variants)) rewritten = rewrite(rewritten, request);

  return rewritten;
}

/** The error response in the chosen variant; undefined if it has the usual form. */
export function renderFailure(variants: VariantChoices, failure: Failure): PlainResponse | undefined {
  // All these variants belong to one point, so at most one of them is chosen.
  return effectsOf(FAILURES, variants)[0]?.(failure);
}

/** The rewrite that adds a header to the responses of the public check. */
function addHeaderToCheck(name: string, value: string): Rewrite {
  return (response, { operation }) =>
    operation?.id === 'checkVerificationStatus' ? withHeader(response, name, value) : response;
}

/** The response with one more header. */
function withHeader(response: PlainResponse, name: string, value: string): PlainResponse {
  return { ...response, headers: { ...response.headers, [name]: value } };
}

/** The results without those whose credential had a result before. */
function firstOfEach(results: unknown): unknown {
  const items = results as readonly { readonly contractId: string }[];
  return items.filter(({ contractId }, at) => items.findIndex((item) => item.contractId === contractId) === at);
}

/** Null for each member that a schema does not require. */
function nullMembers({ properties = {}, required = [] }: SchemaObject): Readonly<Record<string, null>> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return Object.fromEntries(optional.map((name) => [name, null]));
}

type Scores = Readonly<Record<string, number>>;

/** A breakdown with half a point more, and a score with the sum of its breakdown. The level of the score stays. */
function withDecimals(value: unknown, { properties = {} }: SchemaObject): unknown {
  const { breakdown } = membersOf(value);
  if (breakdown !== undefined) return { ...membersOf(value), totalScore: sumOf(breakdown as Scores) };

  const scores = value as Scores;
  const most = (part: string): number => (properties[part] as SchemaObject).maximum ?? 0;
  const part = Object.keys(scores).find((name) => scores[name]! < most(name));

  // Half a point cannot be added to a score of 0 or to a score with all points.
  return part === undefined || sumOf(scores) === 0 ? scores : { ...scores, [part]: scores[part]! + 0.5 };
}

/** The sum of the parts of a score. */
function sumOf(scores: Scores): number {
  return Object.values(scores).reduce((sum, score) => sum + score, 0);
}
