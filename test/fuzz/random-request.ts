/** Random requests to both planes: valid ones, nearly valid ones, and bytes that are no request. */

import { isObject } from '../../src/common/json.js';
import type { Document, DocumentedOperation, Documents, ParameterSource } from './documents.js';
import type { Draw } from './draw.js';
import { malformedBytes } from './malformed-bytes.js';
import type { Material } from './material.js';
import { ODD_TEXTS, oddlyEncoded, oddValue, spoilt, spoiltBytes } from './odd-values.js';
import { selection } from './scenario-selections.js';
import type { FuzzRequest } from './transport.js';
import { valueOf, type ValueContext } from './value-of-schema.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const API = '/api/v1/institutions/me';
/** Operations that would undo what the run has set up, or that do little; the others are drawn as often as each other. */
const RARE: Readonly<Record<string, number>> = {
  resetEmulator: 0.01,
  deleteSandbox: 0.3,
  resetSandbox: 0.2,
  getServiceContract: 0.1,
  // Each waits for three seconds, because no other request comes meanwhile.
  awaitHeldCalls: 0.05,
};
/** Those that the run needs to go on: scenarios end, states become known. */
const FREQUENT: Readonly<Record<string, number>> = {
  deactivateScenarios: 2,
  exportState: 2,
  importState: 2,
  addParty: 2,
};

export function randomRequest(draw: Draw, documents: Documents, material: Material, number: number): FuzzRequest {
  const request = draw.weighted<FuzzRequest>([
    [60, () => serviceRequest(draw, documents, material)],
    [4, () => pageRequest(draw, material)],
    [36, () => controlRequest(draw, documents.control, material)],
  ]);
  const host = draw.chance(0.01) ? draw.of(['', 'a b', 'evil.example.com', 'localhost:1', '[::1]', 'é']) : '127.0.0.1';
  const headers: FuzzRequest['headers'] = [
    ['Host', host],
    ['X-Request', String(number)],
    ...request.headers.map(([name, value]) => [name, printable(value)] as const),
  ];
  const complete = { ...request, headers };
  return draw.chance(0.08) ? { ...complete, bytes: malformedBytes(complete, draw) } : complete;
}

/** What Node's client sends in a header. */
function printable(value: string): string {
  return Buffer.from(value.replaceAll(/[^\t -~\u0080-\uffff]/g, ''))
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, '');
}

function serviceRequest(draw: Draw, { service }: Documents, material: Material): FuzzRequest {
  const operation = draw.of(service.operations);
  const context: ValueContext = { draw, material, document: service };
  const sandbox = material.sandbox(draw);
  const authorization = authorizationFor(draw, material, sandbox);
  const isForm = operation.id === 'issueToken';
  const value = isForm ? tokenRequest(draw, material, sandbox) : bodyValue(context, operation);
  const body = value === undefined ? undefined : bodyBytes(draw, value, isForm);
  const isBasic = isForm && draw.chance(0.1);
  const headers: [string, string][] = [
    ...(authorization === undefined || isForm ? [] : [['Authorization', authorization.text] as [string, string]]),
    ...(isBasic ? [['Authorization', basic(sandbox, draw)] as [string, string]] : []),
    ...(body === undefined ? [] : bodyHeaders(draw, operation.body!.mediaType)),
    ...(draw.chance(0.25) ? [['Emulator-Scenario', selection(draw, material)] as [string, string]] : []),
    ...(draw.chance(0.08) ? [['Prefer', preference(draw)] as [string, string]] : []),
    ...(draw.chance(0.1)
      ? [['Emulator-Sandbox', draw.of([material.sandbox(draw).id, 'nobody', ''])] as [string, string]]
      : []),
    ...(draw.chance(0.1)
      ? [['Accept', draw.of(['text/html', '*/*;q=0', 'application/xml', ODD_TEXTS[4]!])] as [string, string]]
      : []),
  ];
  return {
    plane: 'service',
    method: methodFor(draw, operation),
    target: targetFor(context, operation),
    headers,
    ...(body !== undefined && { body }),
    ...(authorization?.isValid === true && { sandbox: sandbox.id }),
  };
}

type Sandbox = ReturnType<Material['sandbox']>;

function authorizationFor(
  draw: Draw,
  material: Material,
  sandbox: Sandbox,
): { readonly text: string; readonly isValid: boolean } | undefined {
  const { accessToken } = sandbox.accessToken();
  const at = draw.below(accessToken.length);
  return draw.weighted<{ text: string; isValid: boolean } | undefined>([
    [80, () => ({ text: `Bearer ${accessToken}`, isValid: true })],
    [3, () => undefined],
    [3, () => ({ text: `Bearer ${draw.of([...material.tokens, 'x'])}`, isValid: false })],
    [3, () => ({ text: `Bearer ${accessToken.slice(0, at)}A${accessToken.slice(at + 1)}`, isValid: false })],
    [3, () => ({ text: `Bearer ${accessToken.slice(0, at)}`, isValid: false })],
    [2, () => ({ text: basic(sandbox, draw), isValid: false })],
    [
      3,
      () => ({
        text: draw.of([...ODD_TEXTS, 'bearer', 'Bearer  ', 'Bearer a.b.c', `Bearer ${'.'.repeat(50)}`]),
        isValid: false,
      }),
    ],
  ]);
}

function basic({ clientId, clientSecret }: Sandbox, draw: Draw): string {
  const text = draw.of([`${clientId}:${clientSecret}`, clientId, ':', `${clientId}:%ff`, draw.of(ODD_TEXTS)]);
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function tokenRequest(draw: Draw, material: Material, sandbox: Sandbox): object {
  const suffix = draw.chance(0.2) ? `+${selection(draw, material)}` : '';
  return {
    grant_type: 'client_credentials',
    client_id: draw.chance(0.95) ? sandbox.clientId + suffix : draw.of(ODD_TEXTS),
    client_secret: draw.chance(0.95) ? sandbox.clientSecret : draw.of(ODD_TEXTS),
    ...(draw.chance(0.1) && { scope: draw.of(ODD_TEXTS) }),
  };
}

function preference(draw: Draw): string {
  const status = draw.of([200, 201, 204, 400, 401, 403, 404, 413, 415, 429, 500, 503, 999]);
  return draw.of([
    `code=${status}`,
    `example=${draw.of(['none', 'one', 'strong', 'example', 'toString'])}`,
    `code=${status}, example="none"`,
    `respond-async, code=${status}; wait=1`,
    `example=${' '.repeat(500)}"z"z`,
    draw.of(ODD_TEXTS),
  ]);
}

function pageRequest(draw: Draw, { links }: Material): FuzzRequest {
  const token = draw.chance(0.6) && links.length > 0 ? draw.of(links) : draw.of(ODD_TEXTS);
  const path = draw.of([
    `/verify/${encodeURIComponent(token.toWellFormed())}`,
    `/verify/${oddlyEncoded(token, draw)}`,
    `${API}/credentials/..`,
    '/',
    `/${encodeURIComponent(token.toWellFormed())}`,
    '/favicon.ico',
    '//',
    '/_emulator',
    '/_emulatorx/health',
  ]);
  return {
    plane: path.startsWith('/_emulator') ? 'control' : 'service',
    method: draw.of(METHODS),
    target: path,
    headers: [],
  };
}

function controlRequest(draw: Draw, document: Document, material: Material): FuzzRequest {
  const operation = draw.weighted(
    document.operations.map((one) => [RARE[one.id] ?? FREQUENT[one.id] ?? 1, () => one] as const),
  );
  const context: ValueContext = { draw, material, document };
  const isImport = operation.id === 'importState';
  const state = isImport ? importable(draw, material) : undefined;
  // A state that the schema alone describes is none.
  const drawn = isImport ? (JSON.parse(state?.text ?? '{}') as object) : bodyValue(context, operation);
  const value = operation.id === 'openHold' ? shortHold(drawn) : drawn;
  const body = value === undefined ? undefined : bodyBytes(draw, value, false);
  const isForExpendable = isImport || operation.id === 'deleteSandbox';
  const id = state?.sandbox ?? (isForExpendable ? (material.expendable(draw) ?? 'nobody') : undefined);
  const headers: [string, string][] = [
    ...(body === undefined ? [] : bodyHeaders(draw, 'application/json')),
    ...(draw.chance(0.02) ? [['Origin', draw.of(['http://evil.example', 'null', ''])] as [string, string]] : []),
    ...(draw.chance(0.03) ? [['Authorization', 'Bearer x'] as [string, string]] : []),
  ];
  // Another method at this path would change what it must not, so only methods that change nothing are drawn.
  const method = draw.chance(0.03) ? draw.of(['OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']) : operation.method;
  return {
    plane: 'control',
    method,
    target: targetFor(context, operation, id),
    headers,
    ...(body !== undefined && { body }),
  };
}

/** Nobody releases what is held, so it is held for a short time. */
function shortHold(hold: object | undefined): object | undefined {
  const isLong = isObject(hold) && (hold['limit'] === undefined || typeof hold['limit'] === 'number');
  return isLong ? { ...hold, limit: 20 } : hold;
}

/** A state, and the sandbox to put it into: never a lasting one, so that their worlds stay apart and as they were opened. */
function importable(draw: Draw, material: Material): { readonly sandbox: string; readonly text: string } | undefined {
  const sandbox = material.expendable(draw);
  return material.states.length === 0 || sandbox === undefined ? undefined : { ...draw.of(material.states), sandbox };
}

function methodFor(draw: Draw, { method }: DocumentedOperation): string {
  return draw.chance(0.06) ? draw.of(METHODS) : draw.chance(0.04) && method === 'GET' ? 'HEAD' : method;
}

function targetFor(context: ValueContext, operation: DocumentedOperation, id?: string): string {
  const { draw } = context;
  const ofPath = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = id !== undefined && name === 'id' ? id : pathText(context, ofPath.get(name)!);
    return draw.chance(0.04) && id === undefined ? oddlyEncoded(text, draw) : encodeURIComponent(text.toWellFormed());
  });
  const spoiltPath =
    draw.chance(0.02) && id === undefined ? draw.of([`${path}/`, `/${path}`, path.toUpperCase(), `${path}/x`]) : path;
  const query = queryFor(context, operation);
  return query === '' ? spoiltPath : `${spoiltPath}?${query}`;
}

function pathText(context: ValueContext, { name, schema }: ParameterSource): string {
  const { draw } = context;
  const text = draw.chance(0.06) ? draw.of(ODD_TEXTS).slice(0, 3_000) : String(valueOf(context, schema, name));
  return text === '' ? 'x' : text;
}

function queryFor(context: ValueContext, { parameters }: DocumentedOperation): string {
  const { draw } = context;
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required === true || draw.chance(0.3)))
    .flatMap(({ name, schema }) => {
      const value = draw.chance(0.12) ? oddText(draw) : valueOf(context, schema, name);
      const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map(String);
      return draw.chance(0.03) ? [...texts, ...texts].map((text) => [name, text]) : texts.map((text) => [name, text]);
    });
  if (draw.chance(0.04)) pairs.push([draw.of(['unknown', '', '__proto__', 'limit[]']), oddText(draw)]);
  return pairs
    .map(([name = '', text = '']) => {
      const value = draw.chance(0.03) ? oddlyEncoded(text, draw) : encodeURIComponent(text.toWellFormed());
      return `${encodeURIComponent(name)}=${value}`;
    })
    .join('&');
}

function oddText(draw: Draw): string {
  return draw.of(ODD_TEXTS).slice(0, 3_000);
}

/** A body that the operation takes; undefined if it takes none. */
function bodyValue(context: ValueContext, { body }: DocumentedOperation): object | undefined {
  return body === undefined ? undefined : (valueOf(context, body.media.schema) as object);
}

function bodyBytes(draw: Draw, value: object, isForm: boolean): Buffer {
  const sent = draw.chance(0.3) ? spoilt(value, draw) : value;
  const text = isForm
    ? new URLSearchParams(
        Object.entries(Object(sent) as object).map(([name, item]): [string, string] => [
          name,
          typeof item === 'string' ? item : JSON.stringify(item),
        ]),
      ).toString()
    : JSON.stringify(sent);
  return draw.chance(0.05) ? spoiltBytes(text, draw) : Buffer.from(text);
}

function bodyHeaders(draw: Draw, mediaType: string): [string, string][] {
  const type = draw.chance(0.94)
    ? mediaType
    : draw.of([
        'text/plain',
        `${mediaType}; charset=utf-16`,
        `${mediaType};charset="utf-8"`,
        'application/xml',
        ';',
        '/',
        oddValueText(draw),
      ]);
  const encoding: [string, string][] = draw.chance(0.02)
    ? [['Content-Encoding', draw.of(['gzip', 'br', 'deflate', 'zip', 'identity'])]]
    : [];
  return [['Content-Type', type], ...encoding];
}

function oddValueText(draw: Draw): string {
  return JSON.stringify(oddValue(draw)).slice(0, 200);
}
