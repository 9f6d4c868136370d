/** The same names for Node.js, with Node's own HTTP client where `fetch` does not do. */

import { type Connect, connectWith } from './connect.js';

export * from './index.js';
const PROXY = /^https?_proxy$/i;

export const connect: Connect = /* @__PURE__ */ connectWith(async ({ agent }) => {
  const isProxied = Object.entries(process.env).some(([name, value]) => PROXY.test(name) && value);
  if (!agent && !isProxied && 'fetch' in globalThis) return undefined;
  const { nodeFetch } = await import('./transport/node-http.js');
  return nodeFetch(agent, isProxied ? process.env : undefined);
});
export const idSdk: { readonly connect: Connect } = { connect };
