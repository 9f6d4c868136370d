/** Serializes a response: its body, and its headers with what the emulator itself reports. */

import { serializeList, Token, type List } from 'structured-headers';
import { choicesText } from '../../../contract/variants/choose-variants.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { codingFor, compressed, NO_CODING } from '../content-coding.js';
import { diagnosticHeader } from '../diagnostic-header.js';
import { httpDate } from '../../domain/time/timestamp.js';
import type { Started } from '../exchange.js';
import { deliveryOfBody, type Delivery, type ServiceResponse } from '../service-response.js';

/** A response as it goes over the wire. */
export interface SerializedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | undefined;
  /** The body for the journal, not compressed. */
  readonly recorded: string | Buffer | undefined;
  /** How the response is sent; at once and whole if undefined. */
  readonly delivery: Delivery | undefined;
}

/** The response with its serialized body and all its headers. `Date` is the moment of the exchange. */
export function serialize(exchange: Started, response: ServiceResponse): SerializedResponse {
  const { req, contract } = exchange;
  const { status, headers, body: value, text = value === undefined ? undefined : JSON.stringify(value) } = response;
  const plain = text === undefined ? undefined : Buffer.from(text);
  const coding = plain !== undefined && plain.length > 0 ? codingFor(contract, req) : NO_CODING;
  const body = plain !== undefined && coding.isGzip ? compressed(plain) : plain;
  const written = {
    ...headers,
    Date: httpDate(exchange.start.at),
    ...coding.headers,
    ...ownHeaders(exchange, response),
    ...(body !== undefined && { 'Content-Length': body.length }),
  };
  // Bytes whose header says that they are compressed would be read as such.
  const recorded = coding.isGzip ? text : plain;
  return { status, headers: written, body, recorded, delivery: deliveryOf(exchange, response, body) };
}

function deliveryOf(
  { req }: Started,
  { status, delivery }: ServiceResponse,
  body: Buffer | undefined,
): Delivery | undefined {
  if (delivery === undefined) return undefined;
  const isWithoutBody = req.method === 'HEAD' || status === 204 || status === 304 || body === undefined;
  return deliveryOfBody(delivery, isWithoutBody ? 0 : body.length);
}

/** What the emulator itself reports. */
function ownHeaders(
  { start, contract, faults, spentScenarios }: Started,
  { diagnostics = [], preferenceApplied }: ServiceResponse,
): Record<string, string> {
  return {
    'Emulator-Exchange': String(start.number),
    ...(preferenceApplied !== undefined && { 'Preference-Applied': preferenceApplied }),
    ...(contract.variants !== NO_VARIANTS && { 'Emulator-Variant': choicesText(contract.variants) }),
    ...(faults.length > 0 && { 'Emulator-Scenario-Applied': tokens(faults.map(({ scenario }) => scenario.name)) }),
    ...(spentScenarios.length > 0 && { 'Emulator-Scenario-Spent': tokens(spentScenarios) }),
    ...(diagnostics.length > 0 && { 'Emulator-Diagnostic': diagnosticHeader(diagnostics) }),
  };
}

function tokens(names: readonly string[]): string {
  return serializeList([...new Set(names)].map((name): List[number] => [new Token(name), new Map()]));
}
