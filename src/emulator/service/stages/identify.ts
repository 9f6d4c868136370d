/** Finds out who sends a request, and with that its sandbox. */

import type { Access } from '../../../contract/operation.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { found, valueOf, type Identified, type Received } from '../exchange.js';
import { linkTokenOf } from '../operations/check-verification-status.js';
import { clientIdsOf } from '../request/client-credentials.js';
import { findLink } from '../request/find-link.js';
import type { ServiceContext } from '../service-context.js';

/** Who sends a request. */
interface Caller {
  /** Undefined if the request names no sandbox, or one that is gone. */
  readonly sandbox: Sandbox | undefined;
  readonly clientId: string;
  readonly link?: Link | undefined;
}

/**
 * Identifies the caller by the access token, by the client ID at the token endpoint, or by the link token of the public
 * check. Whether a token or a secret is valid is checked later. A request that names no sandbox uses the one of the
 * `Emulator-Sandbox` header, or else the default one. Rejects with a `StoreError` if a sandbox cannot be read.
 */
export async function identify(context: ServiceContext, exchange: Received): Promise<Identified> {
  const named = await sandboxOfHeader(context, exchange);
  const { sandbox, clientId, link } = await callerOf(context, exchange);
  return found(exchange, { sandbox: sandbox ?? named ?? (await context.lookup.default()), clientId, link });
}

/** The sandbox of the `Emulator-Sandbox` header. One that names no sandbox is reported as a diagnostic. */
async function sandboxOfHeader({ lookup }: ServiceContext, exchange: Received): Promise<Sandbox | undefined> {
  const header = exchange.req.headers['emulator-sandbox'];
  if (header === undefined) return undefined;

  const id = String(header);
  const sandbox = await lookup.byId(id);
  const unknown = `there is no sandbox "${id}", which the Emulator-Sandbox header names`;
  // A request that was held is identified again.
  if (sandbox === undefined && !exchange.diagnostics.includes(unknown))
    exchange.diagnostics = [unknown, ...exchange.diagnostics];
  return sandbox;
}

function callerOf(context: ServiceContext, exchange: Received): Promise<Caller> {
  const { routed, body } = exchange;
  // A form that cannot be read names no client.
  const isUnnamed = routed === undefined || (routed.access === 'client' && 'failure' in body);
  return CALLERS[isUnnamed ? 'bearer' : routed.access](context, exchange);
}

/** Finds the caller, by the access that operations require. */
const CALLERS: Readonly<Record<Access, (context: ServiceContext, exchange: Received) => Promise<Caller>>> = {
  bearer: async ({ lookup }, { claims }) => ({
    sandbox: claims && (await lookup.byId(claims.sandbox)),
    clientId: claims?.sub ?? '',
  }),
  client: async ({ lookup }, { authorization, body }) => {
    const clientIds = clientIdsOf(authorization, valueOf(body));
    return (await lookup.ofClient(clientIds)) ?? { sandbox: undefined, clientId: clientIds[0] ?? '' };
  },
  public: async (context, { path }) => {
    const link = await findLink(context, linkTokenOf(path));
    return { sandbox: link?.sandbox, clientId: link?.clientId ?? '', link };
  },
};
