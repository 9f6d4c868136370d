/**
 * The service as a verifier of another language sees it, under the provider base URL of a verification. The adapted
 * request goes back to the server that the verifier called.
 */

import type { Request, Response } from 'express';
import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { bodyReadBefore, isReadBefore } from '../../common/platform/body-read-before.js';
import { decodeOrKeep } from '../../contract/query-string.js';
import type { EndpointContext } from '../../emulator/control/control-context.js';
import { EmulatorControl } from '../../emulator/control/emulator-control.js';
import { guard } from '../../emulator/control/guard.js';
import { receiveWholeBody, forward, passOn, rawRequest } from './gateway.js';
import { DEFAULT_VERIFICATION, type PactVerifications } from './pact-verifications.js';
import { hasKey, withoutKey } from './verification-key.js';

const PROVIDER = /^\/(?:verifications\/([^/?]+)\/)?provider(?=[/?]|$)(.*)$/;
const STATES = /^\/(?:verifications\/([^/?]+)\/)?provider-states(?=\?|$)/;

/**
 * Whether a verifier calls this path without the control token: in requests for the service, the pact says what
 * `Authorization` has; the URL for state changes may carry a secret of its own.
 */
export function isCalledByVerifier(path: string, controlToken: string): boolean {
  const id = STATES.exec(path)?.[1];
  return PROVIDER.test(path) || (id !== undefined && hasKey(decodeOrKeep(id), controlToken));
}

/** Tells the verification of a call for a state before the call is read: then it knows of one that cannot be read. */
export async function announceState(
  verifications: PactVerifications,
  context: EndpointContext,
  req: Request,
): Promise<void> {
  const [whole, given = DEFAULT_VERIFICATION] = STATES.exec(req.url) ?? [];
  if (whole === undefined || req.method !== 'POST') return;
  const { controlToken } = context;
  const mayCall = controlToken !== undefined && isCalledByVerifier(req.path, controlToken);
  guard(req, context, mayCall ? 'no-token' : 'token');
  await verifications.existing(emulatorOf(context, req), withoutKey(decodeOrKeep(given), controlToken)).announce();
}

function emulatorOf(context: EndpointContext, req: Request): EmulatorControl {
  const address = context.addressOf(req);
  return new EmulatorControl(context, () => address);
}

/** Serves the request if it is one to the service. @returns whether it is @throws Problem */
export async function serveProvider(
  verifications: PactVerifications,
  context: EndpointContext,
  req: Request,
  res: Response,
): Promise<boolean> {
  const [, id = DEFAULT_VERIFICATION, target = ''] = PROVIDER.exec(req.url) ?? [];
  if (!PROVIDER.test(req.url)) return false;
  guard(req, context, 'no-token');
  const verification = verifications.existing(emulatorOf(context, req), decodeOrKeep(id));
  const body = isReadBefore(req) ? (bodyReadBefore(req) ?? Buffer.alloc(0)) : await receiveWholeBody(req);
  const adapted = await verification.adapt(rawRequest(req, target.startsWith('/') ? target : `/${target}`, body));
  const prefix = req.baseUrl.replace(/\/_emulator$/, '');
  const response = await forward(adapted, { ...emulatorBehind(req), path: prefix + adapted.target });
  verification.observe(adapted, response);
  passOn(response, res);
  return true;
}

/** The same socket address, because the one that the verifier uses may exist outside of a container only. */
function emulatorBehind({ socket }: { readonly socket: Socket }): RequestOptions {
  const { localAddress: host, localPort: port } = socket;
  const protocol = 'encrypted' in socket ? 'https:' : 'http:';
  // It is this emulator, so its certificate proves nothing more.
  return { host, port, protocol, rejectUnauthorized: false };
}
