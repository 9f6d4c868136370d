/** The emulator as an application inside another one. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { createEmulatorApp, type EmulatorApp } from '../../src/index.js';
import { cast } from '../cast.js';

const contractId = cast('Ben').credentials[0]!.contractId;
const FORM = 'grant_type=client_credentials&client_id=demo-institution&client_secret=demo-secret';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What the outer application reads bodies with, by the path under which the emulator is behind it. */
const PARSERS: Readonly<Record<string, RequestHandler>> = {
  'json-and-urlencoded': chain(express.json(), express.urlencoded()),
  extended: chain(express.json(), express.urlencoded({ extended: true })),
  text: express.text({ type: () => true }),
  raw: express.raw({ type: () => true }),
  drained: (req, _res, next) => {
    req.resume().on('end', () => {
      next();
    });
  },
};

function chain(first: RequestHandler, second: RequestHandler): RequestHandler {
  return (req, res, next) => void first(req, res, () => void second(req, res, next));
}

const server = createServer(
  Object.entries(PARSERS).reduce(
    (outer, [path, parser]) => outer.use(`/${path}`, parser, createEmulatorApp({ population: 5 })),
    express(),
  ),
);
let base: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function post(
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly json: Record<string, unknown>; readonly diagnostic: string | null }> {
  const response = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body,
  });
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    diagnostic: response.headers.get('emulator-diagnostic'),
  };
}

test.each(Object.keys(PARSERS).filter((name) => name !== 'drained'))(
  'behind the parser %s, the emulator gets forms, JSON, and requests to the control plane',
  async (parser) => {
    const { status, json } = await post(`${parser}/oauth/token`, FORM_TYPE, FORM);
    expect(status).toBe(200);
    const headers = { Authorization: `Bearer ${String(json['access_token'])}` };
    const link = `${parser}/api/v1/verification/generate-link`;
    expect(await post(link, 'application/json', JSON.stringify({ contractId }), headers)).toMatchObject({
      status: 200,
      json: { verificationUrl: expect.stringContaining(`${base}/${parser}/verify/`) as string },
    });
    expect((await post(link, 'application/json', '{"contractId":7}', headers)).status).toBe(400);
    const zipped = { ...headers, 'Content-Encoding': 'gzip' };
    expect((await post(link, 'application/json', gzipSync(JSON.stringify({ contractId })), zipped)).status).toBe(200);
    const name = `opened behind ${parser}`;
    expect(await post(`${parser}/_emulator/sandboxes`, 'application/json', JSON.stringify({ name }))).toMatchObject({
      status: 201,
      json: { name },
    });
  },
);

test.each(['json-and-urlencoded', 'extended'])(
  'behind the parser %s, a repeated form field is refused',
  async (parser) => {
    expect(await post(`${parser}/oauth/token`, FORM_TYPE, `${FORM}&client_id=other`)).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', error_description: expect.stringContaining('"client_id"') as string },
    });
  },
);

test('the journal has the body that another parser has read', async () => {
  await post('extended/oauth/token', FORM_TYPE, FORM);
  const { exchanges } = (await (await fetch(`${base}/extended/_emulator/sandboxes/default/journal`)).json()) as {
    exchanges: { request: { body: { text: string } } }[];
  };
  expect(exchanges.at(-1)!.request.body.text).toContain('grant_type=client_credentials');
});

test('a body that nobody kept is refused, and a diagnostic says what to do', async () => {
  expect(await post('drained/oauth/token', FORM_TYPE, FORM)).toMatchObject({
    status: 400,
    diagnostic: expect.stringContaining('mount the emulator before it') as string,
  });
  expect(await post('drained/_emulator/sandboxes', 'application/json', '{}')).toMatchObject({
    status: 400,
    json: { detail: expect.stringContaining('mount the emulator before it') as string },
  });
});

test('the app is a handler for node:http and for Express, and listens', async () => {
  expectTypeOf<EmulatorApp>().toExtend<RequestListener>();
  expectTypeOf<EmulatorApp>().toExtend<RequestHandler>();
  const app = createEmulatorApp({ population: 0 });
  const own = app.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const response = await fetch(`${url}/_emulator/sandboxes/default`);
  own.close();
  expect(await response.json()).toMatchObject({ url });
});
