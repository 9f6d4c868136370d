/** Serializes a response: its body, and its headers with the emulator's own. */

import { serializeList, Token, type List } from 'structured-headers';
import { choicesText } from '../../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { codingFor, compressed, NO_CODING } from '../content-coding.js';
import { diagnosticHeader } from '../diagnostic-header.js';
import { httpDate } from '../../domain/time/timestamp.js';
import type { Started } from '../exchange.js';
import { effectiveFaults, noteUnsent } from '../faults/effects.js';
import type { ServiceContext } from '../service-context.js';
import { deliveryOfBody, type Content, type Delivery, type ServiceResponse } from '../service-response.js';

/** A response as it goes over the wire. */
export interface SerializedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The body: bytes, or a text in ASCII. */
  readonly body: Buffer | string | undefined;
  /** The body for the journal, not compressed. */
  readonly recorded: string | Buffer | undefined;
  /** How the response is sent; at once and whole if undefined. */
  readonly delivery: Delivery | undefined;
}

/** The response with its serialized body and all its headers. `Date` is the moment of the exchange. */
export function serialize(
  exchange: Started,
  response: ServiceResponse,
  { isDisguised = false }: Pick<ServiceContext, 'isDisguised'>,
): SerializedResponse {
  const { req, contract } = exchange;
  const { status, headers } = response;
  const plain = contentOf(response);
  const coding = plain !== undefined && plain.length > 0 ? codingFor(contract, req) : NO_CODING;
  const content = plain !== undefined && coding.isGzip ? compressed(plain) : plain;
  // A spread would be slower: V8 gives each object that is spread and then extended its own hidden class, and journals
  // keep these objects (https://github.com/evanw/esbuild/issues/951 has measurements).
  const written: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(headers)) written[name] = value;
  written['Date'] = httpDate(exchange.start.at);
  for (const [name, value] of Object.entries(coding.headers)) written[name] = value;
  const delivery = deliveryOf(exchange, response, content);
  noteUnsent(exchange, response.delivery, delivery);
  if (!isDisguised) addOwnHeaders(exchange, response, written);
  if (content !== undefined) written['Content-Length'] = content.length;
  // The journal keeps bytes, which are outside the heap of V8 and cost its garbage collector nothing. Of a compressed
  // response it keeps the text: uncompressed bytes would contradict the header.
  const recorded = coding.isGzip ? plain?.text : (plain?.bytes ?? plain?.text);
  const body = content?.bytes ?? content?.text;

  return { status, headers: written, body, recorded, delivery };
}

function deliveryOf(
  { req }: Started,
  { status, delivery }: ServiceResponse,
  content: Content | undefined,
): Delivery | undefined {
  if (delivery === undefined) return undefined;
  const isWithoutBody = req.method === 'HEAD' || status === 204 || status === 304 || content === undefined;
  return deliveryOfBody(delivery, isWithoutBody ? 0 : content.length);
}

/** Shorter texts are cheaper to send without encoding, in characters. */
const SHORTEST_ENCODED = 1_024;

/** The text of a response, or its body as JSON; undefined if it has neither. */
function contentOf({ body, text }: ServiceResponse): Content | undefined {
  const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (written === undefined) return undefined;
  if (written.length < SHORTEST_ENCODED && Buffer.byteLength(written) === written.length)
    return { text: written, length: written.length };

  const bytes = utf8Bytes(written);
  return { text: written, length: bytes.length, bytes };
}

/** The memory into which texts are encoded, and from which they are copied. It is larger than most responses. */
const SCRATCH = Buffer.allocUnsafeSlow(262_144);
/** A UTF-16 code unit takes three bytes at most in UTF-8. */
const LONGEST_IN_SCRATCH = SCRATCH.length / 3;

/** The text in UTF-8. This is faster than `Buffer.from`, which reads a text twice: once for the length. */
function utf8Bytes(text: string): Buffer {
  return text.length > LONGEST_IN_SCRATCH ? Buffer.from(text) : Buffer.from(SCRATCH.subarray(0, SCRATCH.write(text)));
}

function addOwnHeaders(
  exchange: Started,
  { diagnostics = [], preferenceApplied }: ServiceResponse,
  written: Record<string, string | number>,
): void {
  const { start, contract, spentScenarios } = exchange;
  const faults = effectiveFaults(exchange);
  written['Emulator-Exchange'] = String(start.number);
  if (preferenceApplied !== undefined) written['Preference-Applied'] = preferenceApplied;
  if (contract.variants !== NO_VARIANTS) written['Emulator-Variant'] = choicesText(contract.variants);
  if (faults.length > 0) written['Emulator-Scenario-Applied'] = tokens(faults.map(({ scenario }) => scenario.name));
  if (spentScenarios.length > 0) written['Emulator-Scenario-Spent'] = tokens(spentScenarios);
  if (diagnostics.length > 0) written['Emulator-Diagnostic'] = diagnosticHeader(diagnostics);
}

function tokens(names: readonly string[]): string {
  return serializeList([...new Set(names)].map((name): List[number] => [new Token(name), new Map()]));
}
