/** Every example of the contract is an exchange that the emulator, freshly started, has. */

import { expect, test } from 'vitest';
import { REVISIONS, SPECIFICATION } from '../../src/contract/contract.js';
import {
  METHODS,
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
} from '../../src/contract/document.js';
import { startEmulator, type Emulator } from '../../src/index.js';
import { contractOf, shippedContract } from '../../src/start/shipped.js';
import { tokenOf } from '../institution.js';

/** The example of a success, and the request that it belongs to. */
interface ExampleExchange {
  readonly name: string;
  readonly revision: string;
  readonly status: number;
  readonly method: string;
  /** The path with its query; the token of a link is still to be filled in. */
  readonly target: string;
  readonly body: string | undefined;
  readonly mediaType: string | undefined;
  /** Undefined for a response without a body. */
  readonly expected: unknown;
}

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

test.each([SPECIFICATION, ...REVISIONS].flatMap(exampleExchanges))(
  'revision $revision: the example of $name is what the emulator responds to its request',
  async ({ revision, ...example }) => {
    await using emulator = await startEmulator({ revision });
    const token = await tokenOf(emulator);
    const target = await withLinkToken(example.target, example.expected, { emulator, token });
    const response = await fetch(emulator.url + target, {
      method: example.method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(example.mediaType !== undefined && { 'Content-Type': example.mediaType }),
      },
      ...(example.body !== undefined && { body: example.body }),
    });
    expect(response.status).toBe(example.status);
    const text = await response.text();
    expect(comparable(text === '' ? undefined : JSON.parse(text))).toEqual(comparable(example.expected));
  },
);

function exampleExchanges(revision: string): ExampleExchange[] {
  const { document, operations } = contractOf(revision);
  return [...operations.values()].flatMap(({ id, path, method, body }) => {
    const source = Object.values(document.paths)
      .flatMap((item) => METHODS.flatMap((each) => item[each] ?? []))
      .find(({ operationId }) => operationId === id)!;
    const [status, response] = success(document, source);
    const request = {
      revision,
      status,
      method: method.toUpperCase(),
      mediaType: body?.mediaType,
      body: body && bodyText(body.mediaType, source.requestBody!.content[body.mediaType]!.example),
    };
    return namedExamples(response).map(([name, expected]) => ({
      ...request,
      name: name === 'example' ? id : `${id}, ${name},`,
      target: targetOf(document, source, { path, name }),
      expected,
    }));
  });
}

function success(document: OpenApiDocument, { responses }: OperationObject): [number, ResponseObject] {
  const [status, response] = Object.entries(responses)[0]!;
  return [Number(status), resolveReference<ResponseObject>(document, response)];
}

function namedExamples({ content }: ResponseObject): [string, unknown][] {
  if (content === undefined) return [['example', undefined]];
  const { example, examples = {} } = content['application/json']!;
  const named = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value]);
  return example === undefined ? named : [['example', example]];
}

function targetOf(
  document: OpenApiDocument,
  { parameters = [] }: OperationObject,
  { path, name }: { readonly path: string; readonly name: string },
): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const reference of parameters) {
    const parameter = resolveReference<ParameterObject & { readonly examples?: Examples }>(document, reference);
    const value = parameter.examples?.[name]?.value;
    if (value === undefined) continue;
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value as string));
    else for (const one of [value].flat()) query.append(parameter.name, one as string);
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function bodyText(mediaType: string, example: unknown): string {
  return mediaType === 'application/json'
    ? JSON.stringify(example)
    : new URLSearchParams(example as Record<string, string>).toString();
}

/** A check needs a link to the credential that its example shows. */
async function withLinkToken(
  target: string,
  expected: unknown,
  { emulator, token }: { readonly emulator: Emulator; readonly token: string },
): Promise<string> {
  if (!target.includes('{token}')) return target;
  const { contractId } = expected as { readonly contractId: string };
  const response = await fetch(`${emulator.apiUrl}/verification/generate-link`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ contractId }),
  });
  const link = (await response.json()) as { readonly token: string };
  return target.replace('{token}', link.token);
}

/** The shape and the IDs: times depend on the clock, and tokens on the start. */
function comparable(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, comparable(inner, member)]));
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a time';
  return ['token', 'access_token', 'verificationUrl'].includes(name) ? `a ${name}` : value;
}

const FORM = 'application/x-www-form-urlencoded';
const CLIENT = 'client_id=demo-institution&client_secret=demo-secret';
const API = '/api/v1/institutions/me';

interface Refusal {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
  readonly scenario?: string;
}

/** A request that gets the response of `components`, by name and media type. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  InvalidRequest: { path: `${API}/users?limit=0` },
  Unauthorized: { path: `${API}/users`, scenario: 'token-expired' },
  Forbidden: { path: `${API}/users`, scenario: 'institution-suspended' },
  NotFound: { path: '/api/v1/verification/check/unknown' },
  PayloadTooLarge: { path: `${API}/credentials/request`, method: 'POST', body: ' '.repeat(1_048_577) },
  UnsupportedMediaType: { path: `${API}/credentials/request`, method: 'POST', body: '{}', type: 'text/plain' },
  RateLimited: { path: `${API}/users`, scenario: 'rate-limit-burst' },
  ServerError: { path: `${API}/users`, scenario: 'server-error' },
  Unavailable: { path: `${API}/users`, scenario: 'service-unavailable' },
  'Unavailable text/html': { path: `${API}/users`, scenario: 'bad-gateway' },
  'Unavailable text/plain': { path: `${API}/users`, scenario: 'gateway-timeout' },
  OtherError: { path: `${API}/users`, method: 'PUT' },
  TokenRequestRefused: { path: '/oauth/token', method: 'POST', type: FORM, body: `grant_type=password&${CLIENT}` },
  ClientRefused: {
    path: '/oauth/token',
    method: 'POST',
    type: FORM,
    body: 'grant_type=client_credentials&client_id=demo-institution&client_secret=wrong',
  },
  TokenRequestTooLarge: { path: '/oauth/token', method: 'POST', type: FORM, body: ' '.repeat(1_048_577) },
  TokenRateLimited: { ...tokenRequest(), scenario: 'token-endpoint-throttled' },
  TokenServerError: { ...tokenRequest(), scenario: 'server-error' },
  TokenUnavailable: { ...tokenRequest(), scenario: 'token-endpoint-down' },
  'TokenUnavailable text/html': { ...tokenRequest(), scenario: 'bad-gateway' },
  'TokenUnavailable text/plain': { ...tokenRequest(), scenario: 'gateway-timeout' },
  OtherTokenError: { path: '/oauth/token' },
};

function tokenRequest(): Refusal {
  return { path: '/oauth/token', method: 'POST', type: FORM, body: `grant_type=client_credentials&${CLIENT}` };
}

const responses = (shippedContract().document.components['responses'] ?? {}) as Readonly<
  Record<string, ResponseObject>
>;
const errorExamples = Object.entries(responses).flatMap(([name, { content = {} }]) =>
  Object.entries(content).map(([mediaType, { example }]) => ({
    name: mediaType === 'application/json' ? name : `${name} ${mediaType}`,
    mediaType,
    example,
  })),
);

test.each(errorExamples)('the example of $name is what the emulator responds', async ({ name, mediaType, example }) => {
  await using emulator = await startEmulator();
  const { path, method = 'GET', body, type = 'application/json', scenario } = REFUSALS[name]!;
  const response = await fetch(emulator.url + path, {
    method,
    headers: {
      ...(path !== '/oauth/token' && { Authorization: `Bearer ${await tokenOf(emulator)}` }),
      ...(body !== undefined && { 'Content-Type': type }),
      ...(scenario !== undefined && { 'Emulator-Scenario': scenario }),
    },
    ...(body !== undefined && { body }),
  });
  expect(response.headers.get('content-type')).toContain(mediaType);
  const text = await response.text();
  expect(mediaType === 'application/json' ? JSON.parse(text) : text).toEqual(example);
});
