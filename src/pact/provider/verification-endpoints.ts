/** The interface for verifiers of other languages: endpoints, and the service under the URL of a verification. */

import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { receiveBody } from '../../common/platform/body-read-before.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import type { ControlContext, EndpointContext } from '../../emulator/control/control-context.js';
import { EmulatorControl } from '../../emulator/control/methods/emulator-control.js';
import { guard, unauthorized } from '../../emulator/control/http/guard.js';
import { withKey, withoutKey } from '../../emulator/control/http/open-paths.js';
import type { SandboxOptions } from '../../emulator/options.js';
import {
  created,
  NO_CONTENT,
  ok,
  type ControlRequest,
  type ControlResponse,
  type Endpoint,
  type FurtherEndpoints,
} from '../../emulator/control/http/endpoint.js';
import { forward, passOn, rawRequest } from './gateway.js';
import type { PactVerification } from './pact-verification.js';
import { DEFAULT_VERIFICATION, PactVerifications } from './pact-verifications.js';

interface StateChange {
  readonly state?: string | null;
  /** The states that pact-ruby sends in place of `state` or beside it. */
  readonly states?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>> | null;
  readonly action?: string | null;
}

/** The endpoints of one emulator, with its verifications. */
export function verificationEndpoints(contracts: Contracts): FurtherEndpoints {
  const verifications = new PactVerifications(contracts);
  return {
    endpoints: endpointsOf(verifications),
    serve: async (context, req, res) => {
      announceState(verifications, context, req);
      return await serveProvider(verifications, context, req, res);
    },
  };
}

const endpointsOf = (verifications: PactVerifications): Record<string, Endpoint> => ({
  createVerification: ({ context, emulator, body = {}, address }) => {
    const { id } = verifications.open(emulator, body as SandboxOptions).sandbox;
    return created(linksOf(address, id, context), {
      Location: `${address}/_emulator/verifications/${encodeURIComponent(id)}`,
    });
  },
  getVerification: (request) => reportOf(verifications, request),
  deleteVerification: (request) => {
    const report = reportOf(verifications, request);
    verifications.remove(request.path['verification'] as string);
    return report;
  },
  setUpProviderState: (request) => {
    const { path, context } = request;
    return changeState(verifications, request, withoutKey(path['verification'] as string, context.controlToken));
  },
  setUpDefaultProviderState: (request) => changeState(verifications, request, DEFAULT_VERIFICATION),
});

function reportOf(
  verifications: PactVerifications,
  { context, emulator, path, address }: ControlRequest,
): ControlResponse {
  const id = path['verification'] as string;
  refuseDefault(context, id);
  return ok({ ...linksOf(address, id, context), ...verifications.existing(emulator, id).summary() });
}

/** @returns the values of the state, for `fromProviderState` */
async function changeState(
  verifications: PactVerifications,
  { context, emulator, body = {} }: ControlRequest,
  id: string,
): Promise<ControlResponse> {
  refuseDefault(context, id);
  const verification = verifications.existing(emulator, id);
  verification.noteRead();
  const { state, states = [], params, action } = body as StateChange;
  if (action === 'teardown') {
    verification.begin();
    return NO_CONTENT;
  }
  const names = typeof state === 'string' ? [state] : states;
  let values = {};
  for (const name of names) values = await verification.setUp({ name, params: params ?? {} });
  return ok(values);
}

function linksOf(address: string, id: string, { controlToken }: Pick<ControlContext, 'controlToken'>): object {
  const base = `${address}/_emulator/verifications/${encodeURIComponent(withKey(id, controlToken))}`;
  return { id, providerBaseUrl: `${base}/provider`, stateChangeUrl: `${base}/provider-states` };
}

const PROVIDER = /^\/(?:verifications\/([^/?]+)\/)?provider(?=[/?]|$)(.*)$/;
const STATES = /^\/(?:verifications\/([^/?]+)\/)?provider-states(?=\?|$)/;

/** Tells the verification of a call for a state before the call is read: then it knows of one that cannot be read. */
function announceState(verifications: PactVerifications, context: EndpointContext, req: Request): void {
  const [whole, given = DEFAULT_VERIFICATION] = STATES.exec(req.url) ?? [];
  if (whole === undefined || req.method !== 'POST') return;
  verificationOf(verifications, context, req, given).announce();
}

/** @param given the ID in the URL of the request. @throws Problem 401, 403, 404 */
function verificationOf(
  verifications: PactVerifications,
  context: EndpointContext,
  req: Request,
  given: string,
): PactVerification {
  refuseDefault(context, given);
  guard(req, context);
  const emulator = EmulatorControl.at(context.addressOf(req), context);
  return verifications.existing(emulator, withoutKey(decodeOrKeep(given), context.controlToken));
}

/** Its URLs carry no secret. @throws Problem 401 if there is a control token */
function refuseDefault({ controlToken }: Pick<ControlContext, 'controlToken'>, id: string): void {
  if (id === DEFAULT_VERIFICATION && controlToken !== undefined)
    throw unauthorized(
      'With a control token, the verification "default" is closed: open one with POST /_emulator/verifications, and give its URLs to the verifier.',
    );
}

/**
 * Serves the request if it is one to the service, as a verifier of another language sees it. The adapted request goes
 * back to the server that the verifier called.
 * @returns whether it is
 * @throws Problem
 */
async function serveProvider(
  verifications: PactVerifications,
  context: EndpointContext,
  req: Request,
  res: Response,
): Promise<boolean> {
  const [whole, id = DEFAULT_VERIFICATION, target = ''] = PROVIDER.exec(req.url) ?? [];
  if (whole === undefined) return false;
  const verification = verificationOf(verifications, context, req, id);
  const received = await receiveBody(req, Number.POSITIVE_INFINITY);
  const body = Buffer.isBuffer(received) ? received : Buffer.alloc(0);
  const adapted = await verification.adapt(rawRequest(req, target.startsWith('/') ? target : `/${target}`, body));
  const prefix = req.baseUrl.replace(/\/_emulator$/, '');
  const response = await forward(adapted, { ...emulatorBehind(req), path: prefix + adapted.target });
  verification.observe(adapted, response);
  passOn(response, res);
  return true;
}

/** The socket address of the connection: the address that the verifier uses may exist outside of a container only. */
function emulatorBehind({ socket }: { readonly socket: Socket }): RequestOptions {
  const { localAddress: host, localPort: port } = socket;
  const protocol = 'encrypted' in socket ? 'https:' : 'http:';
  // The server is this emulator, so its certificate proves nothing more. The shared agent may use a proxy.
  return { host, port, protocol, agent: false, rejectUnauthorized: false };
}
