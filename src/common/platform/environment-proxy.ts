/**
 * Proxies that the environment names, and addresses of this machine, which no proxy can reach. Node.js uses a proxy
 * for `fetch` if `NODE_USE_ENV_PROXY` or a flag asks for it.
 */

import { globalAgent } from 'node:http';

const PROXY_VARIABLE = /^(?:https?|all)_proxy$/i;

/** Whether `fetch` may send the request through a proxy. @returns false for the versions of Node.js that cannot */
export function usesEnvironmentProxy(): boolean {
  // Node.js gives its global agent this option if it uses proxies; the types of older versions lack it.
  return (globalAgent as { readonly options?: { readonly proxyEnv?: unknown } }).options?.proxyEnv !== undefined;
}

/**
 * Names the proxy that `fetch` sends requests for this URL through, without its credentials, and the variable that set
 * it: ` through the proxy http://proxy.example:3128 (HTTPS_PROXY)`. Empty if there is none. Only Node.js knows what
 * `NO_PROXY` excepts, so the text leaves it open.
 */
export function throughProxy(target: string | URL, environment: NodeJS.ProcessEnv = process.env): string {
  if (!usesEnvironmentProxy() || !URL.canParse(String(target))) return '';

  const url = new URL(target);
  if (isLoopback(url)) return '';

  const httpsVariables = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : [];
  const variable = [...httpsVariables, 'http_proxy', 'HTTP_PROXY'].find((name) => environment[name]);
  const address = variable && environment[variable];
  if (!address || !URL.canParse(address)) return '';

  // The address may contain credentials.
  const { protocol, host } = new URL(address);
  const isOpen = Boolean(environment['no_proxy'] ?? environment['NO_PROXY']);
  const exception = isOpen ? ', unless NO_PROXY excepts it' : '';

  return ` through the proxy ${protocol}//${host} (${variable}${exception})`;
}

/**
 * Variables with which a child process reaches this machine directly, beside what they except already. Empty if the
 * environment names no proxy.
 */
export function loopbackExceptions(environment: NodeJS.ProcessEnv): Record<string, string> {
  return { ...exceptionsOfLists(environment), ...exceptionsOfJava(environment) };
}

/** The variables `no_proxy` and `NO_PROXY` with the exceptions. Both are set, because most programs read only one. */
function exceptionsOfLists(environment: NodeJS.ProcessEnv): Record<string, string> {
  const namesProxy = Object.entries(environment).some(([name, value]) => PROXY_VARIABLE.test(name) && value);
  if (!namesProxy) return {};

  const { no_proxy: lower = '', NO_PROXY: upper = '' } = environment;
  const extended = (list: string): string => {
    const entries = list.split(/[\s,]+/).filter((entry) => entry !== '');
    // The entry `*` excepts every host.
    return entries.includes('*') ? list : [...new Set([...entries, ...LOOPBACK_HOSTS])].join(',');
  };

  // If one spelling is not set, it gets the entries of the other: programs that prefer it would lose them otherwise.
  return {
    no_proxy: extended(lower === '' ? upper : lower),
    NO_PROXY: extended(upper === '' ? lower : upper),
  };
}

/** The options of Java with the exceptions. Without a list of its own, Java excepts this machine by itself. */
function exceptionsOfJava({ JAVA_TOOL_OPTIONS: options = '' }: NodeJS.ProcessEnv): Record<string, string> {
  const extended = options.replace(/(-Dhttp\.nonProxyHosts=)([^\s"']*)/g, '$1localhost|*.localhost|127.*|[::1]|$2');
  return extended === options ? {} : { JAVA_TOOL_OPTIONS: extended };
}

/**
 * Host names of this machine in a URL: `localhost` and names under it (RFC 6761 section 6.3), 127.0.0.0/8, ::1,
 * ::ffff:127.0.0.0/104.
 */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d+){3}|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\])$/;

/** Host names of this machine for lists such as `NO_PROXY`, in every form that some reader of such a list knows. */
const LOOPBACK_HOSTS = ['localhost', '.localhost', '127.0.0.1', '127.0.0.0/8', '::1', '[::1]'];

/** Whether the address is on this machine. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return LOOPBACK.test(hostname);
}
