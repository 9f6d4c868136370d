/** Every operation of the control plane keeps to its document, whatever it is asked. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  METHODS,
  resolveReference,
  type Method,
  type OpenApiDocument,
  type ResponseObject,
} from '../../src/contract/document.js';
import { escapePointer } from '../../src/contract/json.js';
import { ENDPOINTS } from '../../src/control/control-plane.js';
import { readDocument } from '../../src/documents/read-document.js';
import { shippedPath } from '../../src/documents/shipped-files.js';
import { cast } from '../cast.js';
import { startSteered, type Steered } from './steered.js';

interface DocumentedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The examples of the parameters that have to be there; begins with a question mark where there are any. */
  readonly query: string;
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
  /** Every example of a body; one undefined where it takes none. */
  readonly bodies: readonly unknown[];
  readonly takesBody: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example: string;
}

function exampleQuery(parameters: readonly Partial<Parameter>[] = []): string {
  const demanded = parameters.filter(
    (parameter): parameter is Parameter => parameter.in === 'query' && parameter.required === true,
  );
  return demanded.length === 0
    ? ''
    : `?${String(new URLSearchParams(Object.fromEntries(demanded.map(({ name, example }) => [name, example]))))}`;
}

type Media = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

const document = readDocument(shippedPath('spec/control.yaml')).data as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method): DocumentedOperation[] => {
    const operation = item[method] as
      | {
          operationId: string;
          responses: DocumentedOperation['responses'];
          requestBody?: { content: Media };
          parameters?: readonly Partial<Parameter>[];
        }
      | undefined;
    if (operation === undefined) return [];
    const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return [
      {
        id: operation.operationId,
        method,
        path,
        query: exampleQuery(operation.parameters),
        responses: operation.responses,
        bodies: bodies.length === 0 ? [undefined] : bodies,
        takesBody: operation.requestBody !== undefined,
      },
    ];
  }),
);
const named = operations.map((operation) => [operation.id, operation] as const);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'control');

const BEN = cast('Ben');
/** What path parameters stand for in a sandbox that {@link prepared} gives. */
const KNOWN: Readonly<Record<string, string>> = {
  partyId: BEN.partyId,
  contractId: BEN.credentials[0]!.contractId,
  activation: '1',
  exchange: '1',
};
const UNKNOWN: Readonly<Record<string, string>> = {
  partyId: 'nobody',
  contractId: '00',
  activation: '99',
  exchange: '99',
};

let steered: Steered;
let locked: Steered;
beforeAll(async () => {
  [steered, locked] = await Promise.all([
    startSteered({ population: 5 }),
    startSteered({ population: 0, controlToken: 'let-me-in' }),
  ]);
});
afterAll(() => Promise.all([steered.close(), locked.close()]));

/** The ID of a sandbox in which every operation finds what it is about. */
async function prepared(): Promise<string> {
  const sandbox = await steered.open({ scenario: 'extra-members' });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/requests`, { provider: 'GOOGLE' });
  return sandbox.id;
}

function pathOf({ path }: DocumentedOperation, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The answer; of a stream only its beginning. */
async function ask(
  { method }: DocumentedOperation,
  url: string,
  {
    body,
    type = 'application/json',
    headers = {},
  }: { readonly body?: unknown; readonly type?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const asked = request(url)
    [method]('')
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
  const answer = await (body === undefined
    ? asked
    : asked.set('Content-Type', type).send(typeof body === 'string' ? body : JSON.stringify(body)));
  const text = answer.body as string;
  const isJson = answer.type.includes('json');
  return { status: answer.status, type: answer.type, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

/** Everything in which an answer departs from what the document says of its operation. */
function departures(operation: DocumentedOperation, { status, type, headers, body }: Answer): string[] {
  const listed = operation.responses[status];
  if (listed === undefined) return [`${status} is not listed: ${JSON.stringify(body)}`];
  const response = resolveReference<ResponseObject>(document, listed);
  const [media] = Object.keys(response.content ?? {});
  if (media === undefined) return body === '' || body === undefined ? [] : ['there is a body'];
  const missing = Object.keys(response.headers ?? {}).filter((name) => headers[name.toLowerCase()] === undefined);
  const pointer =
    '$ref' in listed ? listed.$ref : `#/paths/${escapePointer(operation.path)}/${operation.method}/responses/${status}`;
  const validate = ajv.compile({ $ref: `control${encodeURI(`${pointer}/content/${escapePointer(media)}/schema`)}` });
  validate(body);
  return [
    ...(type === media ? [] : [`${type} instead of ${media}`]),
    ...missing.map((name) => `no ${name}`),
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`),
  ];
}

test('every operation of the document has an endpoint, and every endpoint is an operation', () => {
  expect(Object.keys(ENDPOINTS).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test.each(named)('%s does what the examples ask for', async (id, operation) => {
  for (const body of operation.bodies) {
    const answer = await ask(
      operation,
      `${steered.emulator.url}/_emulator${pathOf(operation, { ...KNOWN, id: await prepared() })}${operation.query}`,
      { body },
    );
    expect(departures(operation, answer)).toEqual([]);
    // The example of a state is too short to be one.
    expect(answer.status).toBeLessThan(id === 'importState' ? 423 : 300);
  }
});

test.each(named.filter(([, { path }]) => path.includes('{')))(
  '%s keeps to the document where there is no such thing',
  async (_, operation) => {
    for (const values of [
      { ...KNOWN, id: 'nobody' },
      { ...UNKNOWN, id: await prepared() },
    ]) {
      for (const body of operation.bodies)
        expect(
          departures(
            operation,
            await ask(operation, `${steered.emulator.url}/_emulator${pathOf(operation, values)}`, { body }),
          ),
        ).toEqual([]);
    }
  },
);

test.each(named.filter(([, { takesBody }]) => takesBody))(
  '%s keeps to the document where the body is none',
  async (_, operation) => {
    const url = `${steered.emulator.url}/_emulator${pathOf(operation, { ...KNOWN, id: await prepared() })}`;
    const answers = [
      await ask(operation, url, { body: '{"broken":' }),
      await ask(operation, url, { body: '{}', type: 'text/plain' }),
      await ask(operation, url, { body: { nonsense: true } }),
      await ask(operation, url, { body: [] }),
    ];
    expect(answers.map((answer) => departures(operation, answer))).toEqual([[], [], [], []]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([400, 415]);
    expect(answers[3]!.status).toBe(422);
  },
);

test.each(named)('%s keeps to the document where it is refused', async (id, operation) => {
  const path = `/_emulator${pathOf(operation, { ...KNOWN, id: 'default' })}`;
  const [body] = operation.bodies;
  const answers = [
    await ask(operation, `${steered.emulator.url}${path}?nonsense=1`, { body }),
    await ask(operation, `${steered.emulator.url}${path}?%zz`, { body }),
    await ask(operation, `${steered.emulator.url}${path}`, { body, headers: { Host: 'evil.example' } }),
    await ask(operation, `${steered.emulator.url}${path}`, { body, headers: { Origin: 'https://evil.example' } }),
    await ask(operation, `${locked.emulator.url}${path}`, { body }),
  ];
  expect(answers.map((answer) => departures(operation, answer))).toEqual([[], [], [], [], []]);
  expect(answers.map(({ status }) => status)).toEqual([422, 400, 403, 403, id === 'getHealth' ? 200 : 401]);
});

test('a sandbox without exchanges has no bundle, and that keeps to the document', async () => {
  const exportBundle = operations.find(({ id }) => id === 'exportBundle')!;
  const { id } = (await steered.control('post', '/sandboxes')).body as { id: string };
  const answer = await ask(exportBundle, `${steered.emulator.url}/_emulator/sandboxes/${id}/bundle`);
  expect([answer.status, departures(exportBundle, answer)]).toEqual([409, []]);
});

test('what an operation has answered can be asked for again: a state that has been exported is imported', async () => {
  const [exportState, importState] = ['exportState', 'importState'].map((id) =>
    operations.find((operation) => operation.id === id)!,
  ) as [DocumentedOperation, DocumentedOperation];
  const url = `${steered.emulator.url}/_emulator/sandboxes/${await prepared()}/state`;
  const { body } = await ask(exportState, url);
  const answer = await ask(importState, url, { body });
  expect([answer.status, departures(importState, answer)]).toEqual([200, []]);
});
