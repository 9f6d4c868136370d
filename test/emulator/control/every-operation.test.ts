/** Every operation of the control plane returns documented responses. */

import type { ValidateFunction } from 'ajv';
import request from 'supertest';
import { expect, test } from 'vitest';
import {
  type HeaderObject,
  type Reference,
  resolveReference,
  type ResponseObject,
} from '../../../src/contract/document.js';
import { escapePointer } from '../../../src/common/json.js';
import { ENDPOINTS } from '../../../src/emulator/control/http/control-plane.js';
import { verificationEndpoints } from '../../../src/pact/provider/verification-endpoints.js';
import { cast } from '../../cast.js';
import { kept } from '../../institution.js';
import { startControlledEmulator } from './controlled-emulator.js';
import { ajv, document, operations, pathOf, type DocumentedOperation } from './documented-operations.js';
import { untilEnd } from '../../until-end.js';

const named = operations.map((operation) => [operation.id, operation] as const);

const BEN = cast('Ben');
/** Path parameters of a sandbox that {@link prepared} has created. */
const KNOWN: Readonly<Record<string, string>> = {
  partyId: BEN.partyId,
  contractId: BEN.credentials[0]!.contractId,
  activation: '1',
  hold: 'h1',
  exchange: '1',
  change: '2-2',
  verification: 'default',
};
const UNKNOWN: Readonly<Record<string, string>> = {
  partyId: 'nobody',
  contractId: '00',
  activation: '99',
  hold: 'h99',
  exchange: '99',
  change: '99-99',
  verification: 'nobody',
};

/** They require no control token. */
const OPEN: readonly string[] = ['getHealth', 'getLiveness', 'getReadiness'];

const controlled = await untilEnd(startControlledEmulator({ population: 5 }));
const locked = await untilEnd(startControlledEmulator({ population: 0, controlToken: 'let-me-in' }));

/** Creates a sandbox that has something for the operation, and returns its ID. */
async function prepared({ path }: DocumentedOperation): Promise<string> {
  const sandbox = await controlled.open({ scenario: 'extra-members' });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, { provider: 'GOOGLE', disclose: false });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/requests`, { provider: 'GOOGLE' });
  if (path.includes('{hold}')) {
    await sandbox.done('post', '/holds', { operation: 'getUsers' });
    sandbox.get('/institutions/me/users').end();
    await sandbox.done('get', '/holds/h1/arrived');
  }
  return sandbox.id;
}

/** The sandbox for calls that change nothing. */
const unchanged = new Map<string, Promise<string>>();
function preparedOnce(operation: DocumentedOperation): Promise<string> {
  const kind = operation.path.includes('{hold}') ? 'hold' : 'other';
  const sandbox = unchanged.get(kind) ?? prepared(operation);
  unchanged.set(kind, sandbox);
  return sandbox;
}

interface DocumentedResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The response; of a stream only its beginning. */
async function ask(
  { method }: DocumentedOperation,
  url: string,
  {
    body,
    type = 'application/json',
    headers = {},
  }: { readonly body?: unknown; readonly type?: string; readonly headers?: Record<string, string> } = {},
): Promise<DocumentedResponse> {
  const asked = kept(request(url)[method](''))
    .set(headers)
    .buffer(true)
    .parse((res, done) => {
      let text = '';
      const isStream = res.headers['content-type']?.startsWith('text/event-stream') === true;
      res.setEncoding('utf8');
      res.on('data', (piece: string) => {
        text += piece;
        if (isStream) {
          done(null, text);
          (res as unknown as { destroy(): void }).destroy();
        }
      });
      res.on('end', () => {
        done(null, text);
      });
    });
  const response = await (body === undefined
    ? asked
    : asked.set('Content-Type', type).send(typeof body === 'string' ? body : JSON.stringify(body)));
  const text = response.body as string;
  const isJson = response.type.includes('json');
  return {
    status: response.status,
    type: response.type,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

const validators = new Map<string, ValidateFunction>();

/** The validator of a schema of the document, compiled once. */
function validatorOf($ref: string): ValidateFunction {
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  return validate;
}

/** Whether a response may lack the header. */
function isOptional(header: HeaderObject | Reference): boolean {
  return resolveReference<HeaderObject & { required?: boolean }>(document, header).required === false;
}

/** The violations of the document in a response. */
function violationsIn(operation: DocumentedOperation, { status, type, headers, body }: DocumentedResponse): string[] {
  const listed = operation.responses[status];
  if (listed === undefined) return [`${status} is not listed: ${JSON.stringify(body)}`];
  const response = resolveReference<ResponseObject>(document, listed);
  const [media] = Object.keys(response.content ?? {});
  if (media === undefined) return body === '' || body === undefined ? [] : ['there is a body'];
  const missing = Object.entries(response.headers ?? {}).flatMap(([name, header]) =>
    headers[name.toLowerCase()] !== undefined || isOptional(header) ? [] : [name],
  );
  const pointer =
    '$ref' in listed ? listed.$ref : `#/paths/${escapePointer(operation.path)}/${operation.method}/responses/${status}`;
  const validate = validatorOf(`control${encodeURI(`${pointer}/content/${escapePointer(media)}/schema`)}`);
  validate(body);
  return [
    ...(type === media ? [] : [`${type} instead of ${media}`]),
    ...missing.map((name) => `no ${name}`),
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`),
  ];
}

test('every operation of the document has an endpoint, and every endpoint is an operation', () => {
  expect([...ENDPOINTS.keys(), ...Object.keys(verificationEndpoints().endpoints)].toSorted()).toEqual(
    operations.map(({ id }) => id).toSorted(),
  );
});

test.each(named)('%s accepts the requests in its examples', async (id, operation) => {
  for (const body of operation.bodies) {
    const path = pathOf(operation, { ...KNOWN, id: await prepared(operation) });
    const url = `${controlled.emulator.url}/_emulator${path}${operation.query}`;
    const response = await ask(operation, url, { body });
    expect(violationsIn(operation, response)).toEqual([]);
    // The examples of a state and a bundle are shortened, so they are invalid.
    expect(response.status).toBeLessThan(id === 'importState' || id === 'openRecording' ? 423 : 300);
    // Else the next state would belong to the same interaction, which may not undo this one.
    if (path.endsWith('provider-states'))
      await ask(operation, url, { body: { ...(body as object), action: 'teardown' } });
  }
});

test.each(named.filter(([, { path }]) => path.includes('{')))(
  '%s returns a documented 404 for an unknown resource',
  async (_, operation) => {
    for (const values of [
      { ...KNOWN, id: 'nobody' },
      { ...UNKNOWN, id: await preparedOnce(operation) },
    ]) {
      const isUnknown = values.id === 'nobody' ? operation.path.includes('{id}') : /\{(?!id\})/.test(operation.path);
      for (const body of operation.bodies) {
        const url = `${controlled.emulator.url}/_emulator${pathOf(operation, values)}${operation.query}`;
        const response = await ask(operation, url, { body });
        expect(violationsIn(operation, response)).toEqual([]);
        if (isUnknown) expect(response.status).toBe(404);
      }
    }
  },
);

test.each(named.filter(([, { takesBody }]) => takesBody))(
  '%s returns a documented response for an invalid body',
  async (_, operation) => {
    const url = `${controlled.emulator.url}/_emulator${pathOf(operation, { ...KNOWN, id: await preparedOnce(operation) })}`;
    const responses = [
      await ask(operation, url, { body: '{"broken":' }),
      await ask(operation, url, { body: '{}', type: 'text/plain' }),
      await ask(operation, url, { body: { nonsense: true } }),
      await ask(operation, url, { body: [] }),
    ];
    expect(responses.map((response) => violationsIn(operation, response))).toEqual([[], [], [], []]);
    expect(responses.slice(0, 2).map(({ status }) => status)).toEqual([400, 415]);
    expect(responses[3]!.status).toBe(422);
  },
);

test.each(named)('%s returns a documented response for a refused request', async (id, operation) => {
  const path = `/_emulator${pathOf(operation, { ...KNOWN, id: 'default' })}`;
  const [body] = operation.bodies;
  const responses = [
    await ask(operation, `${controlled.emulator.url}${path}?nonsense=1`, { body }),
    await ask(operation, `${controlled.emulator.url}${path}?%zz`, { body }),
    await ask(operation, `${controlled.emulator.url}${path}`, { body, headers: { Host: 'evil.example' } }),
    await ask(operation, `${controlled.emulator.url}${path}`, { body, headers: { Origin: 'https://evil.example' } }),
    await ask(operation, `${locked.emulator.url}${path}`, { body }),
  ];
  expect(responses.map((response) => violationsIn(operation, response))).toEqual([[], [], [], [], []]);
  // Probes reach a container by any name.
  const foreignHost = id === 'getHealth' || id === 'getLiveness' || id === 'getReadiness' ? 200 : 403;
  expect(responses.map(({ status }) => status)).toEqual([422, 400, foreignHost, 403, OPEN.includes(id) ? 200 : 401]);
});

test('exporting a bundle without exchanges returns a documented 409', async () => {
  const exportBundle = operations.find(({ id }) => id === 'exportBundle')!;
  const { id } = (await controlled.control('post', '/sandboxes')).body as { id: string };
  const response = await ask(exportBundle, `${controlled.emulator.url}/_emulator/sandboxes/${id}/bundle`);
  expect([response.status, violationsIn(exportBundle, response)]).toEqual([409, []]);
});

test('an exported state can be imported', async () => {
  const [exportState, importState] = ['exportState', 'importState'].map((id) =>
    operations.find((operation) => operation.id === id)!,
  ) as [DocumentedOperation, DocumentedOperation];
  const url = `${controlled.emulator.url}/_emulator/sandboxes/${await prepared(exportState)}/state`;
  const { body } = await ask(exportState, url);
  const response = await ask(importState, url, { body });
  expect([response.status, violationsIn(importState, response)]).toEqual([200, []]);
});
