/**
 * Finds known secrets in texts, in all their usual encodings. The search looks at each character of a text a bounded
 * number of times, however many secrets there are and whatever they and the text contain.
 */

import { MARKERS, type Marker, type Span } from './markers.js';

/** Shorter secrets are removed only from the places of secrets: elsewhere they may be parts of other words. */
const MINIMUM_LENGTH = 6;
/** Shorter secrets are found only as whole words. */
const MINIMUM_IN_WORDS = 16;
/** Base64 of a short secret would be found everywhere. */
const MINIMUM_BASE64 = 8;
/** Longer texts are no secrets. */
const MAXIMUM_LENGTH = 4_096;
/** The most secrets that were seen and issued. The oldest are forgotten first. */
const MOST_VALUES = 1_000;
/** The most values with the same key, so that each place of a text is compared with few. */
const MOST_OF_KEY = 8;
/** Characters of a value by which it is found. The rest is then compared. */
const KEY_LENGTH = 16;
/** So many equal characters of a longer value are a find: the value was cut off or changed at its end. */
const ENOUGH = 32;

interface Value {
  readonly text: string;
  readonly marker: Marker;
}

/** A step on the way through the keys. */
interface Node {
  readonly next: Map<number, Node>;
  /** The values whose keys end here. */
  readonly values: Value[];
}

export class SecretValues {
  /** Never forgotten. */
  readonly #own = new Map<string, Value>();
  /** The oldest first. */
  readonly #seen = new Map<string, Value>();
  #keys: Node | undefined;

  /** Adds the client secret of the sandbox, in all its encodings. */
  addClientSecret(secret: string): void {
    for (const text of encodingsOf(secret)) this.#addOwn(text, MARKERS.clientSecret);
    for (const text of base64Of(secret)) this.#addOwn(text, MARKERS.basicCredentials);
  }

  /** Adds another secret of the emulator's user, in all its encodings. */
  addOther(secret: string): void {
    for (const text of encodingsOf(secret)) this.#addOwn(text, MARKERS.otherSecret);
  }

  /** Adds the signature of an access token. */
  addSignature(signature: string): void {
    this.#addSeen(signature, MARKERS.signature);
  }

  /** Adds a secret that a message contained. */
  addSeen(secret: string): void {
    // A word is no secret, wherever it stands: it would be removed from paths and texts.
    if (/^[a-z]{1,15}$/i.test(secret)) return;
    for (const text of [secret, formEncoded(secret)]) this.#addSeen(text, MARKERS.otherSecret);
  }

  /** Where the text contains secrets. */
  find(text: string): Span[] {
    const keys = (this.#keys ??= this.#indexed());
    const spans: Span[] = [];
    for (let at = 0; at < text.length;) {
      const found = match(keys, text, at);
      if (found === undefined) at++;
      else {
        spans.push(found);
        at = found.end;
      }
    }
    return spans;
  }

  #addOwn(text: string, marker: Marker): void {
    if (text.length < MINIMUM_LENGTH || this.#own.has(text)) return;
    this.#own.set(text, { text, marker });
    this.#keys = undefined;
  }

  #addSeen(text: string, marker: Marker): void {
    if (text.length < MINIMUM_LENGTH || text.length > MAXIMUM_LENGTH) return;
    if (this.#own.has(text) || this.#seen.has(text)) return;
    const value = { text, marker };
    this.#seen.set(text, value);
    if (this.#keys !== undefined) index(this.#keys, value);
    if (this.#seen.size <= MOST_VALUES) return;
    const [oldest] = this.#seen.keys();
    this.#seen.delete(oldest!);
    this.#keys = undefined;
  }

  #indexed(): Node {
    const root: Node = { next: new Map(), values: [] };
    for (const values of [this.#own, this.#seen]) for (const value of values.values()) index(root, value);
    return root;
  }
}

function index(root: Node, value: Value): void {
  let node = root;
  for (let at = 0; at < value.text.length && at < KEY_LENGTH; at++) {
    const code = value.text.charCodeAt(at);
    let next = node.next.get(code);
    if (next === undefined) node.next.set(code, (next = { next: new Map(), values: [] }));
    node = next;
  }
  if (node.values.push(value) > MOST_OF_KEY) node.values.shift();
}

/** The longest secret that starts at this place. */
function match(root: Node, text: string, start: number): Span | undefined {
  let longest: Span | undefined;
  let node = root.next.get(text.charCodeAt(start));
  for (let at = start + 1; node !== undefined; at++) {
    for (const value of node.values) {
      const found = spanOf(value, text, start);
      if (found !== undefined && found.end > (longest?.end ?? 0)) longest = found;
    }
    node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined;
  }
  return longest;
}

/** The span of a value whose key stands at this place. */
function spanOf({ text: value, marker }: Value, text: string, start: number): Span | undefined {
  let end = start + Math.min(value.length, KEY_LENGTH);
  while (end < text.length && end - start < value.length && text[end] === value[end - start]) end++;
  if (end - start < Math.min(value.length, ENOUGH)) return undefined;
  if (marker === MARKERS.basicCredentials) return { ...base64Around(text, start, end), shown: marker };
  return value.length >= MINIMUM_IN_WORDS || isWord(text, start, end) ? { start, end, shown: marker } : undefined;
}

/** Whether no letter or digit stands before and behind. The digits of an encoded character are none. */
function isWord(text: string, start: number, end: number): boolean {
  const before = /(?:^|\W|%[\da-f]{2}|\\[bfnrt])$/i;
  return before.test(text.slice(Math.max(0, start - 3), start)) && !/\w/.test(text.charAt(end));
}

/** The base64 text with this part. A client ID stands before the secret. */
function base64Around(text: string, from: number, to: number): Pick<Span, 'start' | 'end'> {
  let [start, end] = [from, to];
  while (start > 0 && from - start < 1_000 && /[\w+-]/.test(text.charAt(start - 1))) start--;
  while (end < text.length && end - to < 4 && /[\w+/=-]/.test(text.charAt(end))) end++;
  return { start, end };
}

/** A secret as it stands in paths, queries, forms, headers and JSON. */
function encodingsOf(secret: string): Set<string> {
  const percent = percentEncoded(secret);
  const encoded = [
    percent,
    formEncoded(secret),
    percent.replaceAll('%20', '+'),
    percent.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    encodeURI(secret.toWellFormed()),
  ];
  const json = jsonEscaped(secret);
  return new Set([
    secret,
    // Node.js reads the bytes of headers as Latin-1.
    Buffer.from(secret).toString('latin1'),
    ...encoded,
    ...encoded.map((text) => text.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())),
    percentEncoded(percent),
    json,
    json.replaceAll('/', String.raw`\/`),
    jsonEscaped(json),
    percentEncoded(json),
  ]);
}

/** The characters of base64 that depend on the secret alone, wherever it stands in the encoded text. */
function base64Of(secret: string): Set<string> {
  const found = new Set<string>();
  for (const text of [secret, percentEncoded(secret), formEncoded(secret)]) {
    for (const before of [0, 1, 2]) {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
      const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
      for (const encoding of ['base64', 'base64url'] as const) {
        const core = bytes.toString(encoding).slice(from, to);
        if (core.length < MINIMUM_BASE64) continue;
        for (const form of [core, percentEncoded(core), core.replaceAll('/', String.raw`\/`)]) found.add(form);
      }
    }
  }
  return found;
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
