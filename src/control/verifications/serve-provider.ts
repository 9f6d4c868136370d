/**
 * The service as a verifier of another language sees it, under the provider base URL of a verification. The adapted
 * request goes back to the server that the verifier called.
 */

import type { Request, Response } from 'express';
import { request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { bodyReadBefore, isReadBefore } from '../../platform/body-read-before.js';
import type { RawRequest, AdaptedRequest } from '../../pact/verifier/adapt-request.js';
import type { EndpointContext } from '../control-context.js';
import { EmulatorControl } from '../emulator-control.js';
import { guard } from '../guard.js';
import type { ForwardedResponse } from './pact-verification.js';
import { DEFAULT_VERIFICATION } from './pact-verifications.js';

const PROVIDER = /^\/(?:verifications\/([^/?]+)\/)?provider(?=[/?]|$)(.*)$/;
const STATES = /^\/(?:verifications\/[^/?]+\/)?provider-states$/;

/** Headers that describe the connection to the verifier, and not the request. */
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length|expect|upgrade|te|trailer|proxy-.*)$/i;

/** Whether a verifier calls this path, which cannot send the control token: the pact says what `Authorization` has. */
export function isCalledByVerifier(path: string): boolean {
  return STATES.test(path) || PROVIDER.test(path);
}

/** Serves the request if it is one to the service. @returns whether it is @throws Problem */
export async function serveProvider(context: EndpointContext, req: Request, res: Response): Promise<boolean> {
  const [, id = DEFAULT_VERIFICATION, target = ''] = PROVIDER.exec(req.url) ?? [];
  if (!PROVIDER.test(req.url)) return false;
  guard(req, context, 'no-token');
  const prefix = context.addressOf(req);
  const emulator = new EmulatorControl(context, () => prefix);
  const verification = context.verifications.existing(emulator, decodeURIComponent(id));
  const adapted = await verification.adapt(
    rawRequest(req, target, isReadBefore(req) ? (bodyReadBefore(req) ?? Buffer.alloc(0)) : await buffer(req)),
  );
  const response = await forward(adapted, req, req.baseUrl.replace(/\/_emulator$/, ''));
  verification.observe(adapted, response);
  const kept = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.test(name));
  res.writeHead(response.status, Object.fromEntries(kept)).end(response.body);
  return true;
}

function rawRequest(req: Request, target: string, body: Buffer): RawRequest {
  const kept = Object.entries(req.headers).filter(([name]) => !HOP_BY_HOP.test(name));
  return {
    method: req.method,
    target: target.startsWith('/') ? target : `/${target}`,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, [value ?? []].flat().join(', ')])),
    body,
  };
}

/** To the same socket address, because the one that the verifier uses may exist outside of a container only. */
function forward(
  { method, target, headers, body }: AdaptedRequest,
  { socket }: { readonly socket: Socket },
  prefix: string,
): Promise<ForwardedResponse> {
  const { localAddress: host, localPort: port } = socket;
  return new Promise((resolve, reject) => {
    const sent = { ...headers, ...(body.length > 0 && { 'content-length': body.length }) };
    const send = 'encrypted' in socket ? process.getBuiltinModule('node:https').request : sendRequest;
    // It is this emulator, so its certificate proves nothing more.
    const options = { host, port, method, path: prefix + target, headers: sent, rejectUnauthorized: false };
    const outgoing = send(options, (incoming) => {
      buffer(incoming).then((bytes) => {
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: bytes });
      }, reject);
    });
    outgoing.on('error', reject).end(body);
  });
}
