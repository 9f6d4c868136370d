/** The caller's `fetch`, else the platform's, else Node's own client. */

import { fetchTransport, type FetchLike } from './fetch-transport.js';
import type { Transport } from './transport.js';

export async function chooseTransport(own: FetchLike | undefined): Promise<Transport> {
  if (own !== undefined) return fetchTransport(own);
  // Looked up with each request: test tools and tracers replace it later.
  if (typeof (globalThis as { fetch?: unknown }).fetch === 'function')
    return fetchTransport((url, init) => fetch(url, init));
  const { nodeTransport } = await import('./node-transport.js');
  return await nodeTransport();
}
