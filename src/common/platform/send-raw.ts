/** Sends requests byte for byte, as gateways and proxies do. Programs use `fetch`: `fetch-response.ts`. */

import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http';

/**
 * Sends a request over HTTP or HTTPS, with exactly these headers, and follows no redirect.
 * @returns the head of the response
 * @throws the error of the connection; of Node.js if the request is not valid HTTP
 */
export function sendRaw(options: RequestOptions, body?: Buffer | string): Promise<IncomingMessage> {
  const send = options.protocol === 'https:' ? process.getBuiltinModule('node:https').request : overHttp;
  return new Promise((resolve, reject) => {
    send(options, resolve).on('error', reject).end(body);
  });
}
