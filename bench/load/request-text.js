/** A request as it goes over the wire. */

import { Buffer } from 'node:buffer';

/**
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} question
 * @param {number | string} port
 */
export function requestText({ method, path, headers, body = '' }, port) {
  const all = {
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== '' && { 'Content-Length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
