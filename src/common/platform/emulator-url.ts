/** The addresses of an emulator. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The URL at which a client on this machine reaches the emulator. Wildcard addresses become the loopback address. */
export function urlOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const PREFIX = /^(?:\/[\w.~%-]+)+\/?$/;
const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map(Object.entries({ http: '80', https: '443' }));

/** What is needed of a request of Express; its own type would require its types of those who use the package. */
export interface MountedRequest extends IncomingMessage {
  /** The path that the application is mounted at. */
  readonly baseUrl: string;
  readonly app: { readonly get: (setting: string) => unknown };
}

/**
 * The address by which a client reached the emulator, which links must contain to open for it: scheme, host, port and
 * path, without a trailing slash. Headers of proxies count if the application trusts them (`trust proxy` of Express). A
 * value that is no scheme, host, port or path is ignored.
 */
export function addressOf(req: MountedRequest): string {
  const { socket, headers } = req;
  const { localAddress = '127.0.0.1', localPort = 0 } = socket;
  const trusts = req.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  const forwarded = trusts(socket.remoteAddress, 0) ? forwardedBy(headers) : {};
  const scheme = forwarded.scheme ?? ('encrypted' in socket ? 'https' : 'http');
  const local = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  const host = [forwarded.host, headers.host].find((name) => name !== undefined && HOST.test(name)) ?? local;
  const port = forwarded.port === DEFAULT_PORTS.get(scheme) || /:\d+$/.test(host) ? undefined : forwarded.port;
  const mountPath = req.baseUrl.replace(/\/_emulator$/, '');
  return `${scheme}://${host}${port === undefined ? '' : `:${port}`}${forwarded.prefix ?? ''}${mountPath}`;
}

/** What a proxy says of the URL that the client used. Of several, the first value is of the one it reached. */
function forwardedBy(
  headers: IncomingHttpHeaders,
): Readonly<Partial<Record<'scheme' | 'host' | 'port' | 'prefix', string | undefined>>> {
  const first = (name: string, pattern: RegExp): string | undefined => {
    const value = String(headers[name] ?? '')
      .split(',')[0]!
      .trim();
    return pattern.test(value) ? value : undefined;
  };
  const standard = new URLSearchParams(first('forwarded', /./)?.replaceAll(/[ "]/g, '').replaceAll(';', '&'));
  const standardScheme = standard.get('proto') ?? undefined;
  return {
    scheme: first('x-forwarded-proto', /^https?$/) ?? (standardScheme === 'https' ? 'https' : undefined),
    host: first('x-forwarded-host', HOST) ?? standard.get('host') ?? undefined,
    port: first('x-forwarded-port', /^\d{1,5}$/),
    prefix: first('x-forwarded-prefix', PREFIX)?.replace(/\/$/, ''),
  };
}
