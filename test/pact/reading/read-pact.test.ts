/** Pacts of every version are converted to one model. */

import { describe, expect, test } from 'vitest';
import { readPact } from '../../../src/pact/reading/read-pact.js';
import { pactV2, pactV3, pactV4 } from '../pact-documents.js';

function interactionOf(text: string) {
  return readPact('a.json', text).interactions[0]!;
}

describe('version 2', () => {
  const request = {
    method: 'get',
    path: '/users',
    query: 'limit=2&partyIds=a%20b&partyIds=c+d',
    headers: { Accept: 'application/json' },
  };

  test('has one state, the query as text, and headers as text', () => {
    const { states, request: found } = interactionOf(
      pactV2([{ providerState: 'a party exists', request, response: { status: 200 } }]),
    );
    expect(states).toEqual([{ name: 'a party exists', params: {} }]);
    expect(found).toEqual({
      method: 'GET',
      path: '/users',
      query: { limit: ['2'], partyIds: ['a b', 'c d'] },
      headers: { accept: ['application/json'] },
      body: undefined,
    });
  });

  test.each([null, '', undefined])('treats the state %j as none', (providerState) => {
    expect(interactionOf(pactV2([{ providerState, request, response: {} }])).states).toEqual([]);
  });

  test.each([null, [], [{ name: '' }], [{ name: ' ', params: {} }], [{ name: null }]])(
    'treats the states %j of version 3 as none',
    (providerStates) => {
      expect(interactionOf(pactV3([{ providerStates, request, response: {} }])).states).toEqual([]);
    },
  );

  test('reads the state from provider_state, as in version 1', () => {
    expect(interactionOf(pactV2([{ provider_state: 'old', request, response: {} }])).states).toEqual([
      { name: 'old', params: {} },
    ]);
  });

  test('keeps bodies unchanged, null included', () => {
    const { response } = interactionOf(
      pactV2([{ request, response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: null } }]),
    );
    expect(response).toEqual({
      status: 200,
      headers: { 'content-type': ['application/json'] },
      body: { content: null },
    });
  });

  test.each([
    ['application/json; charset=utf-8', { a: 1 }],
    ['application/problem+json', { a: 1 }],
    ['application/jsonlines', '{"a":1}'],
    ['text/plain', '{"a":1}'],
    [undefined, { a: 1 }],
  ])('parses a text body as the verifier does if the content type is %s', (contentType, content) => {
    const { response } = interactionOf(
      pactV2([
        {
          request,
          response: { headers: contentType === undefined ? {} : { 'Content-Type': contentType }, body: '{"a":1}' },
        },
      ]),
    );
    expect(response.body?.content).toEqual(content);
  });

  test('has the default status 200', () => {
    expect(interactionOf(pactV2([{ request, response: {} }])).response.status).toBe(200);
  });
});

describe('version 3', () => {
  test('has several states with parameters, and a query as lists', () => {
    const { states, request } = interactionOf(
      pactV3([
        {
          providerStates: [{ name: 'one', params: { n: 1 } }, { name: 'two', params: null }, { name: 'three' }],
          request: { method: 'GET', path: '/users', query: { limit: ['2'], search: 'ada' } },
          response: {},
        },
      ]),
    );
    expect(states).toEqual([
      { name: 'one', params: { n: 1 } },
      { name: 'two', params: {} },
      { name: 'three', params: {} },
    ]);
    expect(request.query).toEqual({ limit: ['2'], search: ['ada'] });
  });

  test('separates messages from interactions', () => {
    const { interactions, messages } = readPact(
      'a.json',
      JSON.stringify({ consumer: { name: 'a' }, provider: { name: 'b' }, messages: [{ description: 'an event' }] }),
    );
    expect({ interactions, messages }).toEqual({ interactions: [], messages: ['an event'] });
  });
});

describe('version 4', () => {
  const request = { method: 'POST', path: '/links' };

  test.each([
    ['JSON', { content: { a: 1 }, contentType: 'application/json', encoded: false }, { content: { a: 1 } }],
    ['JSON in text', { content: '{"a":1}', contentType: 'application/json', encoded: 'JSON' }, { content: { a: 1 } }],
    ['bytes in Base64', { content: 'YT0x', contentType: 'text/plain', encoded: 'base64' }, { content: 'a=1' }],
    ['nothing', {}, undefined],
  ])('decodes a body with %s', (_, body, expected) => {
    expect(interactionOf(pactV4([{ request: { ...request, body }, response: {} }])).request.body).toEqual(expected);
  });

  test('may be pending', () => {
    expect(interactionOf(pactV4([{ pending: true, request, response: {} }])).pending).toBe(true);
  });

  test('separates messages from interactions, and counts them in positions', () => {
    const { interactions, messages } = readPact(
      'a.json',
      pactV4([
        { type: 'Asynchronous/Messages', description: 'an event', contents: {} },
        { request, response: {} },
      ]),
    );
    expect(messages).toEqual(['an event']);
    expect(interactions.map(({ index }) => index)).toEqual([1]);
  });
});

test('matching rules of every version are the same', () => {
  const request = { method: 'GET', path: '/users' };
  const type = { match: 'type', min: 1 };
  const regex = { match: 'regex', regex: '^a' };
  const { response: v2 } = interactionOf(
    pactV2([
      {
        request,
        response: {
          matchingRules: {
            "$.body.items[*]['a.b']": type,
            '$.headers.Location': { regex: '^a' },
            '$.body': { min: 1 },
          },
        },
      },
    ]),
  );
  const { response: v3 } = interactionOf(
    pactV3([
      {
        request,
        response: {
          matchingRules: {
            body: { "$.items[*]['a.b']": { matchers: [type] }, $: { combine: 'AND', matchers: [type] } },
            header: { Location: { matchers: [regex] } },
          },
        },
      },
    ]),
  );
  const rule = (matcher: object): object => ({ combine: 'AND', matchers: [matcher] });
  expect(v3.matchingRules).toEqual({
    body: { "$.items[*]['a.b']": rule(type), $: rule(type) },
    header: { location: rule(regex) },
    query: {},
  });
  expect(v2.matchingRules).toMatchObject({ header: { location: rule(regex) }, body: v3.matchingRules!.body! });
});

test.each([
  ['{\n  "consumer": {\n', 'a.json:3:1: not valid JSON: it ends too early'],
  ['{\n  "consumer": x }', 'a.json:2:15: not valid JSON: "x }" is not expected here'],
  ['{"a": [1, 2,]}', 'a.json:1:13: not valid JSON: "]}" is not expected here'],
  ['{"a": "x" "b": 1}', 'a.json:1:11: not valid JSON: '],
  ["{'a': 1}", 'a.json:1:2: not valid JSON: '],
  ['{"a": 01}', 'a.json:1:8: not valid JSON: '],
  ['{} {}', 'a.json:1:4: not valid JSON: '],
  ['', 'a.json:1:1: not valid JSON: it ends too early'],
  ['[]', 'a.json:1:1: the document: expected an object, found []'],
  [
    '{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"description":"d","request":{"method":"GET","path":"/"},"response":{"status":429,"headers":{"Retry-After":1}}}]}',
    '/interactions/0/response/headers/Retry-After: expected a string or an array, found 1',
  ],
  ['{"consumer":{"name":"a"}}', 'a.json:1:1: /provider: expected an object, found nothing'],
  [pactV2([{ request: { method: 'GET', path: 'users' }, response: {} }]), '/interactions/0/request/path'],
  [
    pactV2([{ request: { method: 'GET' }, response: {} }]),
    'a.json:11:18: /interactions/0/request/path: expected a string, found nothing',
  ],
  [
    pactV2([{ request: { method: 'GET', path: '/' }, response: { status: '200' } }]),
    '/interactions/0/response/status: expected an integer',
  ],
])('a malformed pact is refused with the place of the mistake: %j', (text, message) => {
  expect(() => readPact('a.json', text)).toThrow(message);
});
