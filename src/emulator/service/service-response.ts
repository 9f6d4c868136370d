/** A response before it is written. */

import type { PlainResponse } from '../../contract/response.js';
import type { ConnectionFault, HoldFault } from '../scenarios/fault.js';

export interface ServiceResponse extends PlainResponse {
  /** How the response is sent. Default: at once and whole. */
  readonly delivery?: Delivery;
  /** The point with variants that the response reached. A variant that is chosen there replaces the response. */
  readonly variantPoint?: string;
  /** Whether the emulator speaks for itself, about one of its own headers. No contract describes such responses. */
  readonly madeByEmulator?: true;
  /** Diagnostics of the emulator about the request. */
  readonly diagnostics?: readonly string[];
  /** The part of the request's `Prefer` header that the service has followed. */
  readonly preferenceApplied?: string;
}

/** The body of a response as it goes over the wire. */
export interface Content {
  readonly text: string;
  /** The length of the text in UTF-8, in bytes. */
  readonly length: number;
  /** The encoded text. Absent only for short ASCII texts, which a socket writes as fast as bytes. */
  readonly bytes?: Buffer;
}

/** How a response is sent. Times are milliseconds of real time. */
export interface Delivery {
  /** The hold that the response waits for first. Default: none. */
  readonly hold?: HoldFault;
  /** The pause before the headers. */
  readonly beforeHeaders: number;
  /** The pause between headers and body. */
  readonly beforeBody: number;
  /** The body is sent in pieces of `bytes` bytes, `every` milliseconds apart. Default: in one piece. */
  readonly drip?: { readonly bytes: number; readonly every: number };
  /** How the connection ends before the response is complete. Default: the response is sent to its end. */
  readonly end?: ConnectionFault['end'];
  /** The bytes of the body after which the connection ends. Default: half of them. */
  readonly endAfter?: number;
}

/** A delivery without pauses. */
export const AT_ONCE: Delivery = { beforeHeaders: 0, beforeBody: 0 };

/** The response, sent in another way. */
export function withDelivery(response: ServiceResponse, changes: Partial<Delivery>): ServiceResponse {
  return { ...response, delivery: { ...(response.delivery ?? AT_ONCE), ...changes } };
}

/**
 * The delivery of a body of this length. A cut after the end of the body is dropped: it would close the connection
 * after a complete response, and the client would lose its next request.
 */
export function deliveryOfBody(delivery: Delivery, length: number): Delivery | undefined {
  if (length === 0) return deliveryWithoutBody(delivery);

  const { end, endAfter = 0, ...others } = delivery;
  return end === 'cut' && endAfter >= length ? others : delivery;
}

/**
 * The delivery of a response without a body. Faults of the body are dropped: a pause or a broken chunk after the
 * headers would belong to the next response on the connection.
 */
function deliveryWithoutBody({ beforeHeaders, end }: Delivery): Delivery | undefined {
  const needsBody = end === 'cut' || end === 'broken-chunks';
  const endsConnection = end !== undefined && !needsBody;
  if (beforeHeaders === 0 && !endsConnection) return undefined;

  return { beforeHeaders, beforeBody: 0, ...(endsConnection && { end }) };
}

/** The response, with diagnostics if there are any. */
export function withDiagnostics(response: ServiceResponse, diagnostics: readonly string[] = []): ServiceResponse {
  return diagnostics.length === 0 ? response : { ...response, diagnostics };
}
