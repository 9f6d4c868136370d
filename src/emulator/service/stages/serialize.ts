/** Serializes a response: its body, and its headers with the additional headers of the emulator. */

import { serializeList, Token, type List } from 'structured-headers';
import { weightsOf } from '../../../contract/headers.js';
import { choicesText } from '../../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { diagnosticHeader } from '../diagnostic-header.js';
import { httpDate } from '../../domain/time/timestamp.js';
import type { Started } from '../exchange.js';
import { effectiveFaults, noteUnsent } from '../faults/effects.js';
import { deliveryOfBody, type Content, type Delivery, type ServiceResponse } from '../service-response.js';

type WrittenHeaders = Record<string, string | number>;

/** A response as it goes over the wire. */
export interface SerializedResponse {
  readonly status: number;
  readonly headers: Readonly<WrittenHeaders>;
  /** The body: bytes, or a text in ASCII. */
  readonly body: Buffer | string | undefined;
  /** The body for the journal, not compressed. */
  readonly bodyForJournal: string | Buffer | undefined;
  /** How the response is sent. Undefined: at once and whole. */
  readonly delivery: Delivery | undefined;
}

/** The response with its serialized body and all headers. The header `Date` has the time of the exchange. */
export function serialize(exchange: Started, response: ServiceResponse): SerializedResponse {
  const { context, req } = exchange;
  const { status } = response;
  const uncompressed = contentOf(response);
  const coding = uncompressed === undefined || uncompressed.length === 0 ? undefined : codingFor(exchange);
  const content = uncompressed !== undefined && coding === 'gzip' ? compressed(uncompressed) : uncompressed;

  // A spread would be slower: V8 gives each object that is spread and then extended its own hidden class, and journals
  // keep these objects (https://github.com/evanw/esbuild/issues/951 has measurements).
  const headers: WrittenHeaders = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name] = value;
  headers['Date'] = httpDate(exchange.start.at);
  if (coding === 'gzip') headers['Content-Encoding'] = 'gzip';
  if (coding !== undefined) headers['Vary'] = 'Accept-Encoding';

  // Node.js sends no body with these responses, even if there is one.
  const neverHasBody = req.method === 'HEAD' || status === 204 || status === 304;
  const bodyLength = neverHasBody || content === undefined ? 0 : content.length;
  const delivery = response.delivery && deliveryOfBody(response.delivery, bodyLength);
  // The faults without an effect are noted first: the emulator's headers name only those that had one.
  noteUnsent(exchange, response.delivery, delivery);
  if (context.isDisguised !== true) addOwnHeaders(exchange, response, headers);
  if (content !== undefined) headers['Content-Length'] = content.length;
  // The journal keeps bytes, which are outside the heap of V8 and cost its garbage collector nothing. Of a compressed
  // response it keeps the text: uncompressed bytes would contradict the header.
  const bodyForJournal = coding === 'gzip' ? uncompressed?.text : (uncompressed?.bytes ?? uncompressed?.text);
  const body = content?.bytes ?? content?.text;

  return { status, headers, body, bodyForJournal, delivery };
}

/** The coding of a response with a body (RFC 9110 section 12.5.3); undefined if the contract compresses none. */
function codingFor({ req, contract: { document } }: Started): 'gzip' | 'identity' | undefined {
  if (document['x-compression'] === undefined) return undefined;

  const weights = weightsOf(req.headers['accept-encoding'] ?? '');
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return weight > 0 ? 'gzip' : 'identity';
}

/** The position of the byte in a gzip header that names the operating system (RFC 1952 section 2.3.1). */
const SYSTEM = 9;
/** The number for an unknown operating system. */
const UNKNOWN_SYSTEM = 255;

/** The content in gzip, with equal bytes on all operating systems. */
function compressed({ text }: Content): Content {
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  const bytes = gzipSync(text);
  bytes[SYSTEM] = UNKNOWN_SYSTEM;

  return { text, length: bytes.length, bytes };
}

/** The shortest text that is encoded before it is sent, in characters. A shorter text is cheaper to send as text. */
const SHORTEST_ENCODED = 1_024;

/** The text of a response, or its body as JSON; undefined if the response has neither. */
function contentOf({ body, text }: ServiceResponse): Content | undefined {
  const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (written === undefined) return undefined;
  if (written.length < SHORTEST_ENCODED && Buffer.byteLength(written) === written.length)
    return { text: written, length: written.length };

  const bytes = utf8Bytes(written);
  return { text: written, length: bytes.length, bytes };
}

/** The reused memory into which a text is encoded, before its bytes are copied. It is larger than most responses. */
const SCRATCH = Buffer.allocUnsafeSlow(262_144);
/** A UTF-16 code unit takes three bytes at most in UTF-8. */
const LONGEST_IN_SCRATCH = SCRATCH.length / 3;

/** The text in UTF-8. This is faster than `Buffer.from`, which reads a text twice: once for the length. */
function utf8Bytes(text: string): Buffer {
  if (text.length > LONGEST_IN_SCRATCH) return Buffer.from(text);

  const length = SCRATCH.write(text);
  return Buffer.from(SCRATCH.subarray(0, length));
}

/** Adds the headers in which the emulator tells what it did: `Emulator-...`, and `Preference-Applied` (RFC 7240). */
function addOwnHeaders(exchange: Started, response: ServiceResponse, written: WrittenHeaders): void {
  const { diagnostics = [], preferenceApplied } = response;
  const { start, contract, spentScenarios } = exchange;
  const faults = effectiveFaults(exchange);

  written['Emulator-Exchange'] = String(start.number);
  if (preferenceApplied !== undefined) written['Preference-Applied'] = preferenceApplied;
  if (contract.variants !== NO_VARIANTS) written['Emulator-Variant'] = choicesText(contract.variants);
  if (faults.length > 0) written['Emulator-Scenario-Applied'] = tokens(faults.map(({ scenario }) => scenario.name));
  if (spentScenarios.length > 0) written['Emulator-Scenario-Spent'] = tokens(spentScenarios);
  if (diagnostics.length > 0) written['Emulator-Diagnostic'] = diagnosticHeader(diagnostics);
}

/** The names as a list of tokens (a structured field, RFC 9651), each once. */
function tokens(names: readonly string[]): string {
  const items = [...new Set(names)].map((name): List[number] => [new Token(name), new Map()]);
  return serializeList(items);
}
