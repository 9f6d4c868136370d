/**
 * Stands before an emulator while a pact is verified, as a provider's own test set-up would: a new sandbox for each
 * interaction, the states of it brought about, a good token where the pact has the placeholder of one.
 */

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxControl } from '../../src/control/sandbox-control.js';
import type { Emulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { bringAbout, opensWith } from './bring-about.js';

export interface ProviderFront extends AsyncDisposable {
  readonly url: string;
}

interface StateChange {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params: Readonly<Record<string, never>>;
}

export async function providerFront(emulator: Emulator): Promise<ProviderFront> {
  let sandbox: SandboxControl | undefined;
  let token = '';
  const changeState = async ({ action, state, params }: StateChange): Promise<object> => {
    if (action === 'teardown') {
      sandbox?.[Symbol.dispose]();
      sandbox = undefined;
      return {};
    }
    if (sandbox === undefined) {
      sandbox = emulator.sandbox(opensWith(state));
      // Before there is any scenario, which would count this call.
      token = await tokenOf(sandbox);
    }
    return bringAbout(state, params, sandbox);
  };
  const server = createServer((req, res) => {
    void bodyOf(req).then(async (body) => {
      if (req.url === '/_states') return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(await changeState(JSON.parse(body.toString()) as StateChange)));
      return forward(req, res, body, { sandbox: sandbox!, token });
    }).catch((error: unknown) => {
      res.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: () => closed(server) };
}

async function forward(req: IncomingMessage, res: ServerResponse, body: Buffer, { sandbox, token }: { readonly sandbox: SandboxControl; readonly token: string }): Promise<void> {
  const { authorization } = req.headers;
  const basic = `Basic ${Buffer.from(`${sandbox.clientId}:${sandbox.clientSecret}`).toString('base64')}`;
  const credentials = authorization === undefined ? {} : { authorization: authorization.startsWith('Basic') ? basic : `Bearer ${token}` };
  const content = Buffer.from(body.toString('latin1').replace('client_id=client-id', `client_id=${sandbox.clientId}`).replace('client_secret=client-secret', `client_secret=${sandbox.clientSecret}`), 'latin1');
  const asked = request(new URL(req.url!, sandbox.url), { method: req.method!, agent: false, headers: { ...req.headers, ...credentials, 'content-length': content.length } });
  asked.end(content);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  res.writeHead(answer.statusCode!, answer.headers);
  answer.pipe(res);
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => { resolve(); }));
}
