/** A book records one section: it sends requests, and writes down what was asked and what came back. */

import { Buffer } from 'node:buffer';
import { masked } from './masks.js';
import { converse, readMessages, shorten, textOf } from './wire.js';

/** Every request names this host, so that no answer tells which port was free. */
export const HOST = 'emulator:4010';

/**
 * @typedef {{ status: number, text: string, json: any }} Answer of several the first; status 0 where there was none
 *
 * @typedef {object} Options
 * @property {string} [body] instead of what the line says
 * @property {number} [patience] after how many milliseconds to give up
 * @property {Promise<unknown>} [until] after what to hang up
 * @property {number} [waits] how long the answer has to take; whether it did is written down, how long it took would differ
 */

export class Book {
  /** The values of `{name}` in requests. @type {Record<string, string>} */
  names;
  /** Where requests go. */
  port = 0;
  exchanges = 0;
  /** Of the lines in tables only every so manyth is sent, from one on. @type {{ every: number, from: number }} */
  share = { every: 1, from: 0 };
  #lines = /** @type {string[]} */ ([]);

  /** @param {Record<string, string>} names */
  constructor(names) {
    this.names = { ...names };
  }

  get text() {
    return `${this.#lines.join('\n').trim()}\n`;
  }

  /** @param {string} text */
  heading(text) {
    this.#lines.push('', `## ${text}`);
  }

  /** @param {string[]} lines */
  note(...lines) {
    this.#lines.push('', ...lines);
  }

  /** Sends the lines of a table, or its share of them; those that begin with `#` are headings. @param {string} text @param {Options} [options] */
  async all(text, options) {
    const { every, from } = this.share;
    let count = 0;
    for (const line of text
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '')) {
      if (line.startsWith('# ')) this.heading(line.slice(2));
      else if (count++ % every === from % every) await this.ask(line, options);
    }
  }

  /**
   * Sends `METHOD path body`, with `[Name: value]` before it for each header that is not as usual, and `[Name: -]` for
   * one that is left out. A path is that of an institution's resource unless it begins with `verification/`, `/`, `_/`
   * (the control plane) or `_s/` (the sandbox there).
   * @param {string} line @param {Options} [options] @returns {Promise<Answer>}
   */
  async ask(line, { body, patience, until, waits } = {}) {
    const [, bracketed = '', method = '', short = '', written = ''] =
      /^((?:\[[\w-]+: [^\]]*\] )*)(\S+) (\S*) ?([^]*)$/.exec(line) ?? [];
    const path = this.#filled(absolute(short), encodeURIComponent);
    const content = body ?? this.#filled(written);
    const usual = this.#usualHeaders(path, content);
    const special = [...bracketed.matchAll(/\[([\w-]+): ([^\]]*)\] /g)].map(([, name = '', value = '']) => [
      name,
      this.#filled(value),
    ]);
    const headers = [
      ...Object.entries(usual).filter(([name]) => !special.some(([other]) => other === name)),
      ...special.filter(([, value]) => value !== '-'),
    ];
    const request = [
      `${method} ${path} HTTP/1.1`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      content,
    ].join('\r\n');
    const shown = headers.filter(
      ([name, value]) => !['Host', 'Connection', 'Content-Length'].includes(name ?? '') || value !== usual[name ?? ''],
    );
    this.note(
      `> ${method} ${shorten(path)}`,
      ...shown.map(([name, value]) => `> ${name}: ${shorten(this.#withoutToken(value ?? ''))}`),
    );
    if (content !== '') this.#lines.push(...quoted('> | ', shorten(textOf(Buffer.from(content)))));
    return this.#answer(await converse(this.port, [Buffer.from(request)], patience, until), path, [method], waits);
  }

  /**
   * Sends bytes as they are; numbers are pauses in milliseconds.
   * @param {string} title @param {(string | Buffer | number)[]} pieces @param {{ path?: string, methods?: string[], patience?: number | undefined }} [options]
   */
  async raw(title, pieces, { path = '', methods = [], patience } = {}) {
    const sent = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(this.#filled(piece)) : piece));
    this.heading(title);
    for (const piece of sent)
      this.#lines.push(
        ...(typeof piece === 'number' ? ['> (a pause)'] : quoted('> | ', shorten(this.#withoutToken(textOf(piece))))),
      );
    return this.#answer(await converse(this.port, sent, patience), path, methods);
  }

  /** A request that nothing is written down of. @param {string} line */
  async aside(line) {
    const book = new Book(this.names);
    book.port = this.port;
    return book.ask(line);
  }

  /**
   * Makes a sandbox, gets a token there, and sends what follows to it.
   * @param {object} [options] @param {string} [suffix] behind its client ID
   */
  async open(options = {}, suffix = '') {
    const { json } = await this.ask(`POST _/sandboxes ${JSON.stringify(options)}`);
    Object.assign(this.names, { id: json.id, client: json.clientId, secret: json.clientSecret });
    return this.renew(suffix);
  }

  /** Gets a new token. @param {string} [suffix] */
  async renew(suffix = '') {
    const { json } = await this.ask(
      `POST /oauth/token grant_type=client_credentials&client_id=${encodeURIComponent(this.names.client + suffix)}&client_secret={secret}`,
    );
    if (json?.access_token !== undefined) this.names.token = json.access_token;
  }

  /** Makes a link for the credential and remembers it as `{link}`. @param {string} contractId */
  async link(contractId) {
    const { json } = await this.ask(`POST verification/generate-link {"contractId":"${contractId}"}`);
    this.names.link = json?.token ?? 'none';
  }

  /** Lets time pass in the sandbox. @param {string} by */
  async advance(by) {
    await this.ask(`POST _s/clock/advance {"by":"${by}"}`);
  }

  /** @param {string} path @param {string} content @returns {Record<string, string>} */
  #usualHeaders(path, content) {
    const isPublic = path.includes('/verification/check/');
    const token = path.startsWith('/_emulator')
      ? this.names.controlToken
      : path.startsWith('/api/v1/') && !isPublic
        ? this.names.token
        : undefined;
    const type = path.startsWith('/oauth/token') ? 'application/x-www-form-urlencoded' : 'application/json';
    return {
      Host: HOST,
      Connection: 'close',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(content !== '' && { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(content)) }),
    };
  }

  /** @param {string} text @param {(value: string) => string} [encode] for what may have to be */
  #filled(text, encode = String) {
    return text.replace(/\{([a-zA-Z]+(?:\.\w+)?)\}/g, (whole, name) => {
      const value = this.names[name] ?? whole;
      return /^[\x21-\x7e]*$/.test(value) ? value : encode(value);
    });
  }

  /** Tokens are long, and stand in the answer that gave them out. @param {string} text */
  #withoutToken(text) {
    return this.names.token === undefined ? text : text.replaceAll(this.names.token, '{token}');
  }

  /** @param {Awaited<ReturnType<typeof converse>>} received @param {string} path @param {string[]} methods @param {number} [waits] @returns {Answer} */
  #answer({ bytes, end, elapsed }, path, methods, waits) {
    this.exchanges += 1;
    const messages = readMessages(bytes, methods);
    for (const { head, body } of messages)
      this.#lines.push(
        ...head.map((line) => masked(path, `< ${line}`)),
        ...(body === '' ? [] : quoted('| ', masked(path, body))),
      );
    if (bytes.length === 0) this.#lines.push(end === 'open' ? '= <no response>' : `= ${end}, without a byte`);
    else if (end !== 'closed') this.#lines.push(`= ${end}`);
    else if (messages.at(-1)?.isWhole === false) this.#lines.push('= broken off');
    if (waits !== undefined)
      this.#lines.push(elapsed >= waits ? `= took ${waits} ms or more` : `= took less than ${waits} ms`);
    const { status = 0, plain = '' } = messages[0] ?? {};
    return { status, text: plain, json: parsed(plain) };
  }
}

/** A line for each word of the text. @param {string} text @param {string} before @param {string} [behind] */
export function each(text, before, behind = '') {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => `${before}${word}${behind}`)
    .join('\n');
}

/** @param {string} path */
function absolute(path) {
  if (path.startsWith('_s/') || path === '_s') return `/_emulator/sandboxes/{id}${path.slice(2)}`;
  if (path.startsWith('_/')) return `/_emulator${path.slice(1)}`;
  if (path.startsWith('verification/')) return `/api/v1/${path}`;
  return path.startsWith('/') || path === '*' ? path : `/api/v1/institutions/me/${path}`;
}

/** @param {string} mark @param {string} text */
function quoted(mark, text) {
  return text.split('\n').map((line) => `${mark}${line.replaceAll('\r', '\\r')}`);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
