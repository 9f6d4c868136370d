/** The client for Node.js, with the names of `index.ts`. It uses Node's own HTTP client where `fetch` is not enough. */

import { type Connect, connectWith } from './connect.js';

export * from './index.js';
/** The variables that name a proxy, in any case: `HTTPS_PROXY`. */
const PROXY = /^https?_proxy$/i;
/** `localhost` and names under it (RFC 6761 section 6.3), and the addresses of this machine. */
const LOOPBACK = /^(([^.]+\.)*localhost\.?|127(\.\d+){3}|\[::(1|ffff:7f..:.+)\])$/;

export const connect: Connect = /* @__PURE__ */ connectWith(async ({ agent }) => {
  const isProxied = Object.entries(process.env).some(([name, value]) => PROXY.test(name) && value);
  // The `fetch` of Node.js takes no agent of `node:http`, and by default ignores the variables of a proxy. Node.js 16
  // has no `fetch` at all.
  const isFetchEnough = !agent && !isProxied && 'fetch' in globalThis;
  if (isFetchEnough) return undefined;

  const { nodeFetch } = await import('./transport/node-http.js');
  const direct = nodeFetch(agent);
  if (agent || !isProxied) return direct;

  const proxied = nodeFetch(undefined, process.env);
  // A proxy would look for these addresses on its own machine.
  return (url, init) => (LOOPBACK.test(new URL(url).hostname) ? direct : proxied)(url, init);
});

export const idSdk: { readonly connect: Connect } = { connect };
