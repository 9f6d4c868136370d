/** Bytes over bare sockets, and how they are written down: line by line, so that two recordings can be compared. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';

/** A request that is always answered, and leaves no trace in a journal. */
const HEALTH = Buffer.from('GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

/** Text that is longer and no JSON is written down as its hash and its beginning. */
const LARGE = 20_000;
const BEGINNING = 2_000;

/**
 * Sends the pieces over a connection of its own, numbers being pauses in milliseconds, and reads until that ends.
 * @param {number} port @param {(Buffer | number)[]} pieces @param {number} [patience] after how many milliseconds to hang up
 * @param {Promise<unknown>} [until] after what to hang up
 * @returns {Promise<{ bytes: Buffer, end: string, elapsed: number }>} `end` is closed, reset, or open where patience has ended
 */
export function converse(port, pieces, patience = 30_000, until) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const received = [];
    let end = 'closed';
    const start = performance.now();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await pause(piece);
        else if (!socket.destroyed) socket.write(piece);
      }
    });
    // On a busy machine silence says little; that a later request has been answered meanwhile says more.
    const hangUp = async () => {
      if (!socket.destroyed) await converse(port, [HEALTH]);
      if (!socket.destroyed) end = 'open';
      socket.destroy();
    };
    const impatience = setTimeout(hangUp, patience);
    void until?.then(hangUp);
    socket.on('data', (bytes) => received.push(bytes));
    socket.on('error', (/** @type {Error & { code?: string }} */ { code }) => {
      end = code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : String(code);
    });
    socket.on('close', async () => {
      clearTimeout(impatience);
      // What the emulator does when a client has gone comes before the next request.
      if (end === 'open') await pause(100);
      resolve({ bytes: Buffer.concat(received), end, elapsed: performance.now() - start });
    });
  });
}

/**
 * The answers in the bytes of a connection, as lines.
 * @param {Buffer} bytes @param {string[]} methods those of the requests, in their order
 * @returns {{ head: string[], body: string, plain: string, status: number, isWhole: boolean }[]}
 */
export function readMessages(bytes, methods) {
  /** @type {{ head: string[], body: string, plain: string, status: number, isWhole: boolean }[]} */
  const messages = [];
  for (let rest = bytes; rest.length > 0;) {
    const border = rest.indexOf('\r\n\r\n');
    const head = textOf(border === -1 ? rest : rest.subarray(0, border)).split('\r\n');
    const status = Number(head[0]?.split(' ')[1]);
    const field = (/** @type {string} */ name) =>
      head.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2);
    const length = field('content-length');
    const content = border === -1 ? rest.subarray(rest.length) : rest.subarray(border + 4);
    const hasNone = methods[messages.length] === 'HEAD' || status < 200 || status === 204 || status === 304;
    const read = hasNone
      ? plainBody(content, 0)
      : field('transfer-encoding') === 'chunked'
        ? chunkedBody(content)
        : plainBody(content, length === undefined ? content.length : Number(length));
    // The length follows from the body; written down, a sentence that has changed would show twice.
    const lines = head.map((line) =>
      read.isWhole && !hasNone && line === `Content-Length: ${read.plain.length}` ? 'Content-Length: <body>' : line,
    );
    messages.push({
      head: lines,
      body: read.body,
      plain: textOf(read.plain),
      status,
      isWhole: border !== -1 && read.isWhole,
    });
    rest = read.rest;
  }
  return messages;
}

/** @param {Buffer} content @param {number} length */
function plainBody(content, length) {
  const plain = content.subarray(0, length);
  return { plain, body: shorten(textOf(plain)), rest: content.subarray(length), isWhole: plain.length === length };
}

/** Chunks with the borders between them; their sizes are left out where they are right, for the same reason as the length. */
function chunkedBody(/** @type {Buffer} */ content) {
  const [chunks, lines] = [/** @type {Buffer[]} */ ([]), /** @type {string[]} */ ([])];
  let at = 0;
  for (;;) {
    const border = content.indexOf('\r\n', at);
    const size = border === -1 ? '' : content.subarray(at, border).toString('latin1');
    const end = border + 2 + Number.parseInt(size, 16);
    if (!/^[0-9a-f]+$/.test(size) || content.subarray(end, end + 2).toString('latin1') !== '\r\n') break;
    at = end + 2;
    if (size === '0')
      return {
        plain: Buffer.concat(chunks),
        body: [...lines, '[last chunk]'].join('\n'),
        rest: content.subarray(at),
        isWhole: true,
      };
    chunks.push(content.subarray(border + 2, end));
    lines.push('[chunk]', shorten(textOf(/** @type {Buffer} */ (chunks.at(-1)))));
  }
  if (at < content.length) lines.push('[no chunk]', shorten(textOf(content.subarray(at))));
  return {
    plain: Buffer.concat(chunks),
    body: lines.join('\n'),
    rest: content.subarray(content.length),
    isWhole: false,
  };
}

/** Bytes as text: UTF-8 where they are, and what cannot be seen as an escape. @param {Buffer} bytes */
export function textOf(bytes) {
  const text = bytes.toString('utf8');
  const whole = Buffer.from(text).equals(bytes) ? text : `[not UTF-8] ${bytes.toString('latin1')}`;
  return whole.replace(
    // oxlint-disable-next-line no-control-regex -- control characters are what this replaces
    /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e]/g,
    (character) => `\\x{${character.charCodeAt(0).toString(16)}}`,
  );
}

/** Text with its long repetitions counted, and large text that is no JSON by its hash. @param {string} text */
export function shorten(text) {
  const counted = mayRepeat(text)
    ? text.replace(/(.{1,5}?)\1{99,}/gs, (run, unit) => `<${unit} * ${run.length / unit.length}>`)
    : text;
  if (counted.length <= LARGE || /^\s*[{[]/.test(counted)) return counted;
  return `${counted.slice(0, BEGINNING)}\n[${text.length} characters, sha256 ${createHash('sha256').update(text).digest('hex')}]`;
}

/** Whether a unit of up to five characters may be there a hundred times in a row; asking first is much quicker. @param {string} text */
function mayRepeat(text) {
  for (let at = 0; at + 80 <= text.length; at += 20) {
    if (text.startsWith(text.slice(at, at + 20), at + 60)) return true;
  }
  return false;
}
