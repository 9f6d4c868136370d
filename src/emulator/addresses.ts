/** The addresses of an emulator, from its options. */

import type { components } from '../contract/control-schemas.js';
import type { CompleteOptions, EmulatorOptions } from './options.js';
import { urlOf } from '../common/platform/emulator-url.js';

/** The options that turn TLS on. */
type TlsOption = 'tls' | 'tlsCert' | 'tlsCa';

/** The scheme of the emulator's addresses: `https` if it listens with TLS. */
export function schemeOf({ tls, tlsCert, tlsCa }: Pick<EmulatorOptions, TlsOption>): 'http' | 'https' {
  return tls === true || tlsCert !== undefined || tlsCa !== undefined ? 'https' : 'http';
}

/** The URL by which clients reach an emulator that listens on this port, without a trailing slash. */
export function clientUrl(options: Pick<CompleteOptions, 'host' | 'publicUrl' | TlsOption>, port: number): string {
  return publicUrlOf(options) ?? urlOf(options.host, port, schemeOf(options));
}

/** The option `publicUrl` without a trailing slash. */
export function publicUrlOf({ publicUrl }: Pick<EmulatorOptions, 'publicUrl'>): string | undefined {
  return publicUrl === undefined ? undefined : new URL(publicUrl).href.replace(/\/$/, '');
}

/** The URLs by which clients reach the service. */
export type ServiceUrls = Pick<components['schemas']['Sandbox'], 'url' | 'apiUrl' | 'tokenUrl'>;

/** The URLs of the service at an address. @param url scheme, host and port of the emulator */
export function serviceUrls(url: string): ServiceUrls {
  return { url, apiUrl: `${url}/api/v1`, tokenUrl: `${url}/oauth/token` };
}
