/**
 * Proxies that the environment names, and addresses of this machine, which no proxy can reach. Node.js uses a proxy
 * for `fetch` if `NODE_USE_ENV_PROXY` or a flag asks for it.
 */

import { globalAgent } from 'node:http';

const PROXY_VARIABLE = /^(?:https?|all)_proxy$/i;

/** Whether `fetch` may send the request through a proxy. @returns false for the versions of Node.js that cannot */
export function usesEnvironmentProxy(): boolean {
  return (globalAgent as { readonly options?: { readonly proxyEnv?: unknown } }).options?.proxyEnv !== undefined;
}

/**
 * Variables with which a child process reaches this machine directly, beside what they except already. Empty if the
 * environment names no proxy.
 */
export function loopbackExceptions(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!Object.entries(environment).some(([name, value]) => PROXY_VARIABLE.test(name) && value)) return {};
  const { no_proxy: lower = '', NO_PROXY: upper = '' } = environment;
  const extended = (list: string): string => {
    const given = list.split(/[\s,]+/).filter((entry) => entry !== '');
    return given.includes('*') ? list : [...new Set([...given, ...LOOPBACK_HOSTS])].join(',');
  };
  // Most programs read only one of both spellings.
  return {
    no_proxy: extended(lower === '' ? upper : lower),
    NO_PROXY: extended(upper === '' ? lower : upper),
  };
}

/**
 * Host names of this machine in a URL: `localhost` and names under it (RFC 6761 section 6.3), 127.0.0.0/8, ::1,
 * ::ffff:127.0.0.0/104.
 */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d+){3}|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\])$/;

/** Host names of this machine for lists such as `NO_PROXY`, in every form that some reader of such a list knows. */
const LOOPBACK_HOSTS = ['localhost', '.localhost', '127.0.0.1', '127.0.0.0/8', '::1', '[::1]'];

/** Whether the address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
