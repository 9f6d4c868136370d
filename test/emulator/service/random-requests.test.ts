/** Random requests, valid and invalid, drawn from the contract: no response is a 500 or violates the contract. */

import fc from 'fast-check';
import request from 'supertest';
import { expect, test } from 'vitest';
import {
  type OpenApiDocument,
  type ParameterObject,
  type SchemaObject,
  resolveReference,
} from '../../../src/contract/document.js';
import type { Operation } from '../../../src/contract/operation.js';
import { responseViolations } from '../../../src/contract/response.js';
import { LONGEST_TARGET } from '../../../src/emulator/service/http/http-rules.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { startInstitution } from '../../institution.js';
import { budget } from '../../budget.js';
import { untilEnd } from '../../until-end.js';

const { document, operations } = shippedContract();

const institution = await untilEnd(startInstitution({ now: '2026-05-01T00:00:00Z' }));

interface RandomRequest {
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** Text that is likely to be right, likely to be nearly right, or anything. */
const text = fc.oneof(
  fc.constantFrom(
    cast('Alice').partyId,
    cast('Ben').credentials[0]!.contractId,
    cast('Mia').email,
    'GOOGLE',
    '0',
    '-1',
    '100',
    '101',
    '1e3',
    'null',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

function valueOf(schema: SchemaObject): fc.Arbitrary<unknown> {
  const right = rightValueOf(schema);
  return fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 });
}

function rightValueOf(schema: SchemaObject): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: -5, max: 120 });
    case 'array':
      return fc.array(valueOf(resolveReference(document, schema['items'] as SchemaObject)), {
        maxLength: 120,
        size: 'max',
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, member]) => [
            name,
            valueOf(resolveReference<SchemaObject>(document, member)),
          ]),
        ),
        { requiredKeys: [] },
      );
    default:
      return text;
  }
}

function requestsOf(operation: Operation): fc.Arbitrary<RandomRequest> {
  const source = document.paths[operation.path]![operation.method]!;
  const parameters = (source.parameters ?? []).map((parameter) =>
    resolveReference<ParameterObject>(document, parameter),
  );
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pair = fc
    .constantFrom(...inQuery, undefined)
    .chain((parameter) =>
      parameter === undefined
        ? fc.tuple(text, text)
        : fc.tuple(
            fc.constant(parameter.name),
            valueOf(resolveReference<SchemaObject>(document, parameter.schema)).map(String),
          ),
    );
  const segment = text.filter((value) => value !== '' && value !== '.' && value !== '..');
  const schema =
    operation.body &&
    resolveReference<SchemaObject>(document, source.requestBody!.content[operation.body.mediaType]!.schema);
  return fc.record({
    path: segment.map((value) => operation.path.replace(/\{\w+\}/, encodeURIComponent(value.toWellFormed()))),
    query: fc.array(pair, { maxLength: 5 }),
    body: schema === undefined ? fc.constant(undefined) : valueOf(schema).map((value) => bodyText(operation, value)),
  });
}

function bodyText({ body }: Operation, value: unknown): string {
  if (body?.mediaType === 'application/json' || typeof value !== 'object' || value === null)
    return JSON.stringify(value);
  return new URLSearchParams(
    Object.entries(value).map(([name, member]): [string, string] => [name, String(member)]),
  ).toString();
}

test.each([...operations.values()])('$id', async (operation) => {
  await fc.assert(
    fc.asyncProperty(requestsOf(operation), async ({ path, query, body }) => {
      const queryString = query
        .map(
          ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
        )
        .join('&');
      const target = `${path}?${queryString}`;
      let call = request(institution.emulator.url)[operation.method as 'get' | 'post'](target);
      if (operation.access === 'bearer') call = call.auth(institution.token, { type: 'bearer' });
      if (body !== undefined) call = call.type(operation.body!.mediaType).send(body);
      const response = await call;
      // No operation has this status: the service refuses such a target before it knows the operation.
      if (target.length > LONGEST_TARGET) {
        expect(response.status).toBe(414);
        return;
      }
      expect(response.status).not.toBe(500);
      expect(responseViolations(operation, plainResponse(response))).toEqual([]);
    }),
    { numRuns: budget({ short: 20, long: 1_000 }), seed: 20_260_501 },
  );
});

function plainResponse(response: request.Response): Parameters<typeof responseViolations>[1] {
  const names = new Map<string, string>(
    ['Content-Type', 'WWW-Authenticate', 'Retry-After', 'Cache-Control', 'Pragma'].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  const headers = Object.entries(response.headers as Record<string, string>).flatMap(([name, value]) =>
    names.has(name) ? [[names.get(name)!, value]] : [],
  );
  return {
    status: response.status,
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(response.text !== '' && { body: JSON.parse(response.text) as unknown }),
  };
}

test('the contract document and the compiled operations are the same', () => {
  const ids = Object.values((document satisfies OpenApiDocument).paths).flatMap((item) =>
    [item.get, item.post].flatMap((operation) => operation?.operationId ?? []),
  );
  expect([...operations.keys()].toSorted()).toEqual(ids.toSorted());
});
