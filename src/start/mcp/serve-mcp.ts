/** The Model Context Protocol at `/_emulator/mcp` of a running emulator. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { receiveBody } from '../../common/platform/body-read-before.js';
import { onceOver } from '../../common/platform/once-over.js';
import { BODY_LIMITS } from '../../common/platform/receive-bytes.js';
import { controlCalls } from '../../emulator/control/http/control-plane.js';
import { Problem } from '../../emulator/control/problem.js';
import type { EndpointContext } from '../../emulator/control/control-context.js';
import { emulatorTools, toolServers } from './tool-server.js';

/** Serves a request. The caller has checked that its sender may use the control plane. */
export async function serveMcp(context: EndpointContext, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const address = context.addressOf(req);
  const { facts, onInternalError } = context;
  const calls = controlCalls(context, () => address);
  const servers = toolServers(emulatorTools(context, calls), { version: facts.version, onInternalError });
  const handler = createMcpHandler(servers, { maxRequestBodySize: BODY_LIMITS.request, maxSubscriptions: 1 });

  // A tool stops working for an agent that has hung up.
  const responseOver = new AbortController();
  onceOver(res, () => responseOver.abort());

  const body = await receiveBody(req, BODY_LIMITS.request);
  if (body === 'too-large')
    throw new Problem(413, 'The request is too large', `The request body is larger than ${BODY_LIMITS.request} bytes.`);

  // If an application around the emulator has read the body and left nothing, the SDK gets a request without a body.
  const bytes = body === 'lost' ? Buffer.alloc(0) : body;
  const response = await handler.fetch(webRequest(req, address, bytes, responseOver.signal));

  res.writeHead(response.status, [...response.headers].flat());
  // The agent may hang up at any time.
  if (response.body === null) res.end();
  else await pipeline(Readable.fromWeb(response.body), res).catch(() => undefined);
}

/** The request in the form that the SDK takes. */
function webRequest(req: ExpressRequest, address: string, body: Buffer, signal: AbortSignal): Request {
  const headers = Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  return new Request(`${address}/_emulator/mcp`, {
    method: req.method,
    headers,
    signal,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}
