/** The interface for verifiers of other languages: endpoints, and the service under the URL of a verification. */

import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { receiveBody } from '../../common/platform/body-read-before.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import type { ControlContext, EndpointContext } from '../../emulator/control/control-context.js';
import type { Schemas } from '../../emulator/control/documents.js';
import { EmulatorControl } from '../../emulator/control/methods/emulator-control.js';
import { created, NO_CONTENT, ok, type ControlRequest } from '../../emulator/control/http/endpoint.js';
import type { ControlResponse, FurtherEndpoints } from '../../emulator/control/http/endpoint.js';
import { guard, unauthorized } from '../../emulator/control/http/guard.js';
import { withKey, withoutKey } from '../../emulator/control/http/open-paths.js';
import { notFound } from '../../emulator/control/problem.js';
import type { SandboxOptions } from '../../emulator/options.js';
import { forward, passOn, rawRequest } from './gateway.js';
import { PactVerification } from './pact-verification.js';

/** The ID of the verification that needs no opening: it is opened when it is first used. */
const DEFAULT_VERIFICATION = 'default';

/** The time in the sandbox of each verification, as in `id-emulator verify`. */
const NOW = '2026-01-31T09:00:00.000Z';

/**
 * Matches URLs of the service below a verification: `/verifications/sb-1/provider/api/v1/users?limit=5`, or
 * `/provider/...` for the default one. The groups are the ID, if there is one, and the target.
 */
const PROVIDER = /^\/(?:verifications\/([^/?]+)\/)?provider(?=[/?]|$)(.*)$/;
/**
 * Matches URLs for state changes: `/verifications/sb-1/provider-states`, or `/provider-states` for the default
 * verification. The group is the ID, if there is one.
 */
const STATES = /^\/(?:verifications\/([^/?]+)\/)?provider-states(?=\?|$)/;

/** The endpoints of one emulator, with its verifications. */
export function verificationEndpoints(): FurtherEndpoints {
  const verifications = new Verifications();
  return {
    endpoints: {
      createVerification: ({ context, emulator, body = {}, address }) => {
        const { id } = verifications.open(context, emulator, body as SandboxOptions).sandbox;
        const Location = `${address}/_emulator/verifications/${encodeURIComponent(id)}`;
        return created(linksOf(address, id, context), { Location });
      },
      getVerification: (request) => verifications.report(request),
      deleteVerification: (request) => {
        const report = verifications.report(request);
        verifications.remove(request.path['verification'] as string);
        return report;
      },
      setUpProviderState: (request) => verifications.changeState(request, request.path['verification'] as string),
      setUpDefaultProviderState: (request) => verifications.changeState(request, DEFAULT_VERIFICATION),
    },
    serve: async (context, req, res) => {
      // Express parses the body after this. If that fails, the call stays unread.
      verifications.announceState(context, req);
      return await verifications.serveProvider(context, req, res);
    },
  };
}

/** The open verifications of an emulator. The ID is that of the verification's sandbox, or `default`. */
class Verifications {
  readonly #open = new Map<string, PactVerification>();

  /**
   * Opens a verification in a sandbox of its own.
   * @param id default: the ID of the sandbox
   * @throws Problem, OptionsError as for a sandbox
   */
  open(context: ControlContext, emulator: EmulatorControl, options: SandboxOptions, id?: string): PactVerification {
    const sandbox = emulator.open({ now: NOW, name: 'pact verification', ...options });
    // The number of sandboxes is limited, so opening one may have removed another.
    this.#forgetRemoved(emulator);

    const { revision, variants } = sandbox.show();
    const verification = new PactVerification(sandbox, context.contracts.in({ revision, variants }));
    this.#open.set(id ?? sandbox.id, verification);

    return verification;
  }

  /** Forgets verifications without a sandbox: users may remove a sandbox, and a sandbox may expire. */
  #forgetRemoved(emulator: EmulatorControl): void {
    const open = new Set(emulator.sandboxes().map(({ id }) => id));
    for (const [id, { sandbox }] of this.#open) if (!open.has(sandbox.id)) this.#open.delete(id);
  }

  /** The verification with this ID. The default one is opened when it is first used. @throws Problem 404 */
  #existing(context: ControlContext, emulator: EmulatorControl, id: string): PactVerification {
    this.#forgetRemoved(emulator);
    const verification = this.#open.get(id);
    if (verification !== undefined) return verification;
    if (id === DEFAULT_VERIFICATION) return this.open(context, emulator, {}, id);

    throw notFound(`There is no verification "${id}"; POST /_emulator/verifications opens one.`);
  }

  /** The report of a verification, with its links. */
  report({ context, emulator, path, address }: ControlRequest): ControlResponse {
    const id = path['verification'] as string;
    refuseDefault(context, id);
    return ok({ ...linksOf(address, id, context), ...this.#existing(context, emulator, id).summary() });
  }

  /** Removes a verification and its sandbox. */
  remove(id: string): void {
    this.#open.get(id)?.sandbox.remove();
    this.#open.delete(id);
  }

  /**
   * Sets up the states of a call, or begins a new interaction if the call takes a state down.
   * @returns the values of the last state, for `fromProviderState`
   */
  async changeState({ context, emulator, body = {} }: ControlRequest, idInPath: string): Promise<ControlResponse> {
    // With a control token, the ID in a URL carries a key, because verifiers send no headers of their own.
    const id = withoutKey(idInPath, context.controlToken);
    refuseDefault(context, id);
    const verification = this.#existing(context, emulator, id);
    verification.stateCallRead();

    const { state, states = [], params, action } = body as Schemas['StateChange'];
    if (action === 'teardown') {
      verification.begin();
      return NO_CONTENT;
    }

    const names = typeof state === 'string' ? [state] : states;
    let values = {};
    // pact-js passes all states of an interaction in one call; other verifiers call once for each state.
    for (const name of names) values = await verification.setUp({ name, params: params ?? {} });

    return ok(values);
  }

  /** Announces a call for a state to its verification before the body is read, because reading may fail. */
  announceState(context: EndpointContext, req: Request): void {
    // Only a POST changes a state.
    const [match, id = DEFAULT_VERIFICATION] = STATES.exec(req.url) ?? [];
    if (match !== undefined && req.method === 'POST') this.#calledIn(context, req, id).stateCallArrived();
  }

  /** The verification that a request calls. @param idInPath as the URL has it. @throws Problem 401, 403, 404 */
  #calledIn(context: EndpointContext, req: Request, idInPath: string): PactVerification {
    refuseDefault(context, idInPath);
    guard(req, context);
    const emulator = EmulatorControl.forRequest(context.addressOf(req), context);

    return this.#existing(context, emulator, withoutKey(decodeOrKeep(idInPath), context.controlToken));
  }

  /**
   * Serves a request for the service under the URL of a verification. The adapted request goes back to the server that
   * the verifier called.
   * @returns whether the request is one for the service
   * @throws Problem
   */
  async serveProvider(context: EndpointContext, req: Request, res: Response): Promise<boolean> {
    const [match, id = DEFAULT_VERIFICATION, target = ''] = PROVIDER.exec(req.url) ?? [];
    if (match === undefined) return false;

    const verification = this.#calledIn(context, req, id);

    // The request, as it would have come to the service itself.
    const received = await receiveBody(req, Number.POSITIVE_INFINITY);
    const body = Buffer.isBuffer(received) ? received : Buffer.alloc(0);
    const rootedTarget = target.startsWith('/') ? target : `/${target}`;
    const adapted = await verification.adapt(rawRequest(req, rootedTarget, body));

    // `baseUrl` is where the control plane is mounted; the service is one level above.
    const prefix = req.baseUrl.replace(/\/_emulator$/, '');
    const response = await forward(adapted, { ...emulatorBehind(req), path: prefix + adapted.target });
    verification.observe(adapted, response);
    passOn(response, res);

    return true;
  }
}

/** The URLs that a verifier is configured with. */
function linksOf(address: string, id: string, { controlToken }: Pick<ControlContext, 'controlToken'>): object {
  const base = `${address}/_emulator/verifications/${encodeURIComponent(withKey(id, controlToken))}`;
  return { id, providerBaseUrl: `${base}/provider`, stateChangeUrl: `${base}/provider-states` };
}

/** Refuses the default verification, whose URLs carry no secret. @throws Problem 401 if there is a control token */
function refuseDefault({ controlToken }: Pick<ControlContext, 'controlToken'>, id: string): void {
  if (id === DEFAULT_VERIFICATION && controlToken !== undefined)
    throw unauthorized(
      'With a control token, the verification "default" is closed: open one with POST /_emulator/verifications, and give its URLs to the verifier.',
    );
}

/**
 * The socket address at which the verifier's connection arrived. The address that the verifier uses may exist only
 * outside of a container.
 */
function emulatorBehind({ socket }: { readonly socket: Socket }): RequestOptions {
  const { localAddress: host, localPort: port } = socket;
  const protocol = 'encrypted' in socket ? 'https:' : 'http:';

  // The server is this emulator, so its certificate proves nothing more. No shared agent is used, because it may use a
  // proxy.
  return { host, port, protocol, agent: false, rejectUnauthorized: false };
}
