/**
 * Takes the lease of a request's sandbox for this emulator, if several share a store. Each function returns undefined
 * if there is nothing to wait for, and what rejects does so with a `StoreError`.
 */

import type { Request } from 'express';
import type { Method } from '../../../contract/document.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { StoreError } from '../../store/store-error.js';
import type { SharedKeeper } from '../../store/keeper.js';
import { clientIdsOf } from '../request/client-credentials.js';
import { linkTokenOf } from '../operations/check-verification-status.js';
import type { ServiceContext } from '../service-context.js';
import { valueOr, type ServedExchange, type Located } from '../exchange.js';
import { operationsAt } from './locate.js';

/** Takes the sandbox that the access token or the `Emulator-Sandbox` header names; otherwise, the default one. */
export function takeNamed(
  context: ServiceContext,
  { url, method, headers }: Request,
  claims: Claims | undefined,
): Promise<void> | undefined {
  const { shared } = context;
  if (shared === undefined) return undefined;
  const named = claims?.sandbox ?? headers['emulator-sandbox']?.toString();
  if (named !== undefined) return takeNamedOrDefault(context, shared, named);
  return isIdentifiedLater(context, url, method) ? undefined : shared.prepare('default');
}

async function takeNamedOrDefault({ sandboxes }: ServiceContext, shared: SharedKeeper, id: string): Promise<void> {
  const taking = shared.prepare(id);
  if (taking !== undefined) await taking;
  if (sandboxes.byId(id) === undefined) await shared.prepare('default');
}

/** Whether the caller shows in the body or in the path. */
function isIdentifiedLater({ contracts }: ServiceContext, url: string, method: string): boolean {
  const operation = operationsAt(contracts.base, url)?.get(method.toLowerCase() as Method);
  return operation !== undefined && operation.access !== 'bearer';
}

/** Takes the sandbox of the client ID or of the link in a request that names no other. */
export function takeCaller(
  { shared, sandboxes, linkTokens, openSandbox }: ServiceContext,
  { operation, req, fallback, body, path }: Located,
): Promise<void> | undefined {
  if (shared === undefined || operation.access === 'bearer') return undefined;
  const take = async (): Promise<void> => {
    if (operation.access === 'public') {
      const id = linkTokens.sandboxOf(linkTokenOf(path));
      if (id !== undefined) await shared.prepare(id);
      if (id === undefined || sandboxes.byId(id) === undefined) await shared.prepare(fallback.id);
      return;
    }
    for (const clientId of clientIdsOf(req.headers.authorization, valueOr(body, undefined))) {
      await shared.prepareClient(clientId);
      if (sandboxes.byClientId(clientId) !== undefined) return;
    }
    if (openSandbox !== undefined) await shared.prepareOpening();
    await shared.prepare(fallback.id);
  };
  return take();
}

/**
 * Takes the sandbox of an exchange once more, if it was lost while the request was read, and adds what there is to say
 * of the store.
 */
export async function takeForMoment(
  { sandboxes }: ServiceContext,
  shared: SharedKeeper,
  exchange: ServedExchange,
): Promise<void> {
  const { sandbox } = exchange;
  const taking = shared.prepare(sandbox.id);
  if (taking !== undefined) await taking;
  if (sandboxes.byId(sandbox.id) !== sandbox)
    throw new StoreError(`sandbox "${sandbox.id}" was read anew from the store ${shared.store}; try again`);
  const notice = shared.notice(sandbox.id);
  if (notice !== undefined) exchange.diagnostics = [...exchange.diagnostics, notice];
}
