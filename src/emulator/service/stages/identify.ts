/** Finds the caller of a request, and the caller's sandbox. */

import type { Access } from '../../../contract/operation.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import type { SharedKeeper } from '../../store/keeper.js';
import { valueOf, type Identified, type Received } from '../exchange.js';
import { linkTokenOf } from '../operations/verification-links.js';
import { clientIdsOf } from '../request/client-credentials.js';
import { findLink } from '../request/find-link.js';

/** The caller of a request. */
interface Caller {
  /** Undefined if the request names no sandbox, or a sandbox that is gone. */
  readonly sandbox: Sandbox | undefined;
  readonly clientId: string;
  readonly link?: Link | undefined;
}

/**
 * Identifies the caller by the access token, by the client ID at the token endpoint, or by the link token of the public
 * check. Later stages check whether tokens and secrets are valid. A request that names no sandbox uses the sandbox of
 * the `Emulator-Sandbox` header, or else the default one.
 */
export function identify(exchange: Received): Identified {
  const named = sandboxOfHeader(exchange);
  const { sandbox, clientId, link } = CALLERS[callerAccess(exchange)](exchange);
  exchange.sandbox = sandbox ?? named ?? exchange.context.sandboxes.default;
  exchange.clientId = clientId;
  exchange.link = link;

  return exchange as Identified;
}

/**
 * Identifies the caller with a store that several emulators (replicas) share. The sandbox is also taken: it is loaded
 * with all changes by other replicas, and only this replica may change it now. Rejects with a `StoreError` if a sandbox
 * cannot be read.
 */
export async function identifyInStore(shared: SharedKeeper, exchange: Received): Promise<Identified> {
  for (;;) {
    await takeNamed(shared, exchange);
    const identified = identify(exchange);
    const { sandbox } = identified;
    await shared.take(sandbox.id);
    // If another object has replaced the sandbox meanwhile, try again.
    if (exchange.context.sandboxes.byId(sandbox.id) === sandbox) return identified;
  }
}

/** Takes the sandboxes that the request names, so that they can be found in memory. */
async function takeNamed(shared: SharedKeeper, exchange: Received): Promise<void> {
  const { req, claims, authorization, body, path } = exchange;
  const { sandboxes, linkTokens } = exchange.context;
  const header = req.headers['emulator-sandbox'];
  if (header !== undefined) await shared.take(String(header));

  const access = callerAccess(exchange);
  if (access !== 'client') {
    const named = access === 'public' ? linkTokens.open(linkTokenOf(path))?.sandboxId : claims?.sandbox;
    if (named !== undefined) await shared.take(named);

    return;
  }

  // A client ID may be meant as sent, or decoded. The first one that belongs to a sandbox counts.
  for (const clientId of clientIdsOf(authorization, valueOf(body))) {
    await shared.takeOfClient(clientId);
    if (sandboxes.byClientId(clientId) !== undefined) return;
  }
}

/** The sandbox of the `Emulator-Sandbox` header. An unknown sandbox becomes a diagnostic. */
function sandboxOfHeader(exchange: Received): Sandbox | undefined {
  const header = exchange.req.headers['emulator-sandbox'];
  if (header === undefined) return undefined;

  const id = String(header);
  const sandbox = exchange.context.sandboxes.byId(id);
  const unknown = `there is no sandbox "${id}", which the Emulator-Sandbox header names`;
  // A request that was held is identified a second time, and must not have the diagnostic twice.
  if (sandbox === undefined && !exchange.diagnostics.includes(unknown))
    exchange.diagnostics = [unknown, ...exchange.diagnostics];

  return sandbox;
}

/**
 * The access that decides how to find the caller. A form that cannot be read names no client, so the caller is searched
 * as for other operations.
 */
function callerAccess({ possibleOperation, body }: Received): Access {
  const access = possibleOperation?.access ?? 'bearer';
  return access === 'client' && 'failure' in body ? 'bearer' : access;
}

/** Finds the caller, by the access that operations require. */
const CALLERS: Readonly<Record<Access, (exchange: Received) => Caller>> = {
  bearer: ({ context, claims }) => ({
    sandbox: claims && context.sandboxes.byId(claims.sandbox),
    clientId: claims?.sub ?? '',
  }),
  client: ({ context, authorization, body }) => {
    const { sandboxes } = context;
    const clientIds = clientIdsOf(authorization, valueOf(body));
    const known = clientIds.find((clientId) => sandboxes.byClientId(clientId) !== undefined);
    const clientId = known ?? clientIds[0] ?? '';

    return { sandbox: sandboxes.byClientId(clientId), clientId };
  },
  public: ({ context, path }) => {
    const link = findLink(context, linkTokenOf(path));
    return { sandbox: link?.sandbox, clientId: link?.clientId ?? '', link };
  },
};
