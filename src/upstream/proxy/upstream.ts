/** The real service: to which address each request goes, and how it is sent. */

import { Agent as HttpAgent, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { finished } from 'node:stream/promises';
import { urlToHttpOptions } from 'node:url';
import { readText } from '../../contract/documents/read-document.js';
import { splitUrl } from '../../contract/query-string.js';
import { OptionsError } from '../../emulator/complete-options.js';
import { describeConnectionFailure } from '../../common/reporting/connection-failure.js';
import { BodyTooLargeError, decodeContent } from '../../common/content-coding.js';
import { receiveBytes } from '../../common/platform/receive-bytes.js';
import { sendRaw } from '../../common/platform/send-raw.js';
import { endToEndHeaders } from '../../common/platform/end-to-end-headers.js';
import { headerFields } from '../../emulator/journal/exchange.js';
import { headersOf } from '../../traffic/recorded-exchange.js';
import { serviceAddressOf } from '../../traffic/service-traffic.js';
import { sentence } from '../sentence.js';
import { NO_BYTES, type ProxiedRequest, type ProxiedResponse } from './message.js';
import { Problem } from '../../emulator/control/problem.js';
import type { CompleteProxyOptions } from './proxy-options.js';

/** Where a request is sent: the host, and the path with its query. */
export interface Destination {
  readonly origin: URL;
  readonly path: string;
}

/** The remedy for a certificate of an unknown authority. */
export const TRUST_HINT = 'name it with --ca if you trust it';

/** The two kinds of paths that belong to the service: those of the API, and that of the token endpoint. */
const PREFIX = '/api/v1';
const TOKEN_PATH = '/oauth/token';

/**
 * Headers that the proxy sets itself. The proxy requests uncompressed bodies, because it has to read each body that it
 * passes on.
 */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'content-length', 'expect', 'accept-encoding', 'via']);

/** How a request is forwarded. */
interface Forwarding extends Pick<CompleteProxyOptions, 'maxBody' | 'timeout'> {
  /** Aborted when the client has closed its connection. */
  readonly gone: AbortSignal;
  /** Receives the head of the response. @returns whether it passes the response on as it comes */
  readonly onHead: (head: IncomingMessage) => boolean;
}

/** The connections to the service. */
export class Upstream {
  readonly #api: URL;
  readonly #token: URL;
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https: HttpsAgent;

  /** Opens no connection yet. @throws OptionsError if the file with certificates cannot be read */
  constructor({ upstream, tokenUpstream, ca }: Pick<CompleteProxyOptions, 'upstream' | 'tokenUpstream' | 'ca'>) {
    this.#api = new URL(upstream);
    this.#token = new URL(tokenUpstream);
    this.#https = new HttpsAgent({
      keepAlive: true,
      ...(ca !== undefined && { ca: [...rootCertificates, readCertificates(ca)] }),
    });
  }

  /** Where a request to the proxy is sent on. Undefined if its path does not belong to the service. */
  destination(target: string): Destination | undefined {
    const [path = '', query] = splitUrl(target);
    const suffix = query === undefined ? '' : `?${query}`;
    if (path === TOKEN_PATH) return { origin: this.#token, path: this.#token.pathname + suffix };
    if (!path.startsWith(`${PREFIX}/`)) return undefined;

    // The address may have a path in front of the contract's prefix, and may repeat the prefix.
    const { basePath } = serviceAddressOf(this.#api.href, PREFIX);
    return { origin: this.#api, path: basePath + path + suffix };
  }

  /** Sends a request, and returns the head of the response. Certificates are verified; redirects are not followed. */
  request({ origin, path }: Destination, options: RequestOptions, body?: Buffer): Promise<IncomingMessage> {
    const agent = origin.protocol === 'https:' ? this.#https : this.#http;
    return sendRaw({ ...urlToHttpOptions(origin), ...options, path, agent }, body);
  }

  /**
   * Forwards a request, and reads the whole response. A response that `onHead` passes on as it comes can no longer be
   * refused: if its body breaks off or is too large to be kept, the result has only its status and headers.
   * @throws Problem 502 if there is no response or it is too large; 504 if it does not begin in time
   */
  async forward(destination: Destination, request: ProxiedRequest, options: Forwarding): Promise<ProxiedResponse> {
    const { maxBody, timeout, gone, onHead } = options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout);
    try {
      const sent = this.#send(destination, request, AbortSignal.any([late.signal, gone]));
      // The limit is for the beginning of the response alone.
      const head = await sent.finally(() => clearTimeout(timer));
      const isPassedOn = onHead(head);

      return await receiveResponse(head, maxBody, isPassedOn);
    } catch (error) {
      // Both aborted signals look alike in the error, so they are asked which of them it was.
      const { host } = destination.origin;
      if (error instanceof BodyTooLargeError)
        throw new Problem(502, 'Response too large', sentence('upstream-too-large', { host, maxBody }));
      if (gone.aborted) throw new Problem(502, 'Client gone', sentence('client-gone', {}));
      if (late.signal.aborted)
        throw new Problem(504, 'No response in time', sentence('upstream-late', { host, timeout }));

      throw new Problem(502, 'No response', `${host}: ${describeConnectionFailure(error, TRUST_HINT)}`);
    }
  }

  /** Sends the client's request to the service, with the headers that belong to the connection replaced. */
  #send(destination: Destination, request: ProxiedRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, rawHeaders, body } = request;
    // These methods usually have no body, so a length of 0 would be unusual.
    const hasLength = body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method);
    const headers = [
      ...endToEndHeaders(rawHeaders, OWN_HEADERS),
      ...['Host', destination.origin.host, 'Accept-Encoding', 'identity', 'Via', '1.1 id-emulator'],
      ...(hasLength ? ['Content-Length', String(body.length)] : []),
    ];

    return this.request(destination, { method, headers, signal }, body);
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/** The certificates in a file. @throws OptionsError if there are none */
function readCertificates(file: string): string {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw new OptionsError(`option ca: ${(error as Error).message}`, { cause: error });
  }

  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new OptionsError(`option ca: expected certificates (PEM) in ${file}, found none`);

  return text;
}

/**
 * Receives the body of a response, and decodes it. If that fails for a response that the client already receives, the
 * result says why it has no body (`leftOut`).
 * @throws BodyTooLargeError, or the error of the connection, if the response was not passed on
 */
async function receiveResponse(head: IncomingMessage, maxBody: number, isPassedOn: boolean): Promise<ProxiedResponse> {
  const { statusCode: status = 0, rawHeaders } = head;
  const headers = headersOf(headerFields(rawHeaders));
  const received = { status, rawHeaders, headers };
  const endsWhole = finished(head)
    .then(() => true)
    .catch(() => false);

  try {
    const body = await receiveBytes(head, maxBody);
    if (body === undefined) throw new BodyTooLargeError();

    const content = decodeContent(body, headers['content-encoding'], maxBody);
    return { ...received, body, content };
  } catch (error) {
    if (!isPassedOn) {
      // Nobody reads the rest, so the connection is given up.
      if (!head.complete) head.destroy();
      throw error;
    }

    // The client still receives a response that is too large: only the proxy does not keep it, once it ended whole.
    const isOnlyTooLarge = error instanceof BodyTooLargeError && (await endsWhole);
    return { ...received, body: NO_BYTES, content: undefined, leftOut: isOnlyTooLarge ? 'cut' : 'aborted' };
  }
}
