/** The part of HTTP that a load generator needs: the end of a response, its status, its body. */

import { Buffer } from 'node:buffer';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const NO_CONTENT = 204;

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {() => Buffer} body
 */

/**
 * Reads the response that is arriving on a connection.
 * @param {Buffer} bytes all bytes received so far
 * @returns {Response | undefined} undefined if the response is incomplete
 * @throws {Error} if the response has no length
 */
export function readResponse(bytes) {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + HEAD_END.length;
  const length = status === NO_CONTENT ? 0 : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined)
    return bytes.length < start + Number(length) ? undefined : { status, body: () => bytes.subarray(start) };
  if (!/\r\ntransfer-encoding: *chunked/i.test(head))
    throw new Error(`an answer that does not say how long it is: ${head.slice(0, 100)}`);
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST) ? { status, body: () => joined(bytes, start) } : undefined;
}

const LAST = Buffer.from(LAST_CHUNK);

function joined(bytes, start) {
  const chunks = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.latin1Slice(at, lineEnd), 16);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
