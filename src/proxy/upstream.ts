/** The real service: where each request goes, and how it gets there. */

import { readFileSync } from 'node:fs';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { splitUrl } from '../contract/query-string.js';
import { OptionsError } from '../options.js';
import type { CompleteProxyOptions } from './proxy-options.js';

/** Where a request goes: the host, and the path with its query as it is sent. */
export interface Destination {
  readonly origin: URL;
  readonly path: string;
}

/** How certificates of other authorities come to be trusted. */
export const TRUST = 'name it with --ca if you trust it';

const PREFIX = '/api/v1';
const TOKEN_PATH = '/oauth/token';

export class Upstream {
  readonly #api: URL;
  readonly #token: URL;
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https: HttpsAgent;

  /** @throws OptionsError where the file with authorities cannot be read */
  constructor({ upstream, tokenUpstream, ca }: Pick<CompleteProxyOptions, 'upstream' | 'tokenUpstream' | 'ca'>) {
    this.#api = new URL(upstream);
    this.#token = new URL(tokenUpstream);
    this.#https = new HttpsAgent({
      keepAlive: true,
      ...(ca !== undefined && { ca: [...rootCertificates, readAuthorities(ca)] }),
    });
  }

  /** Where a request to the proxy goes; undefined where it is none that the service knows. */
  destination(target: string): Destination | undefined {
    const [path = '', query] = splitUrl(target);
    const suffix = query === undefined ? '' : `?${query}`;
    if (path === TOKEN_PATH) return { origin: this.#token, path: this.#token.pathname + suffix };
    if (!path.startsWith(`${PREFIX}/`)) return undefined;
    const before = this.#api.pathname.replace(/\/+$/, '').replace(new RegExp(`${PREFIX}$`), '');
    return { origin: this.#api, path: before + path + suffix };
  }

  /** Begins a request; certificates are verified, redirects are not followed. */
  request(
    { origin, path }: Destination,
    options: RequestOptions,
    onAnswer: (answer: IncomingMessage) => void,
  ): ClientRequest {
    const isSecure = origin.protocol === 'https:';
    const hostname = origin.hostname.replace(/^\[(.*)\]$/, '$1');
    const complete = { ...options, hostname, port: origin.port, path, agent: isSecure ? this.#https : this.#http };
    return isSecure ? httpsRequest(complete, onAnswer) : httpRequest(complete, onAnswer);
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function readAuthorities(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new OptionsError(`option ca: cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new OptionsError(`option ca: expected certificates (PEM) in ${file}, found none`);
  return text;
}
