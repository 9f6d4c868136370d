/** Holds a call if a test or a scenario says so. Held is the response, or the request before it is carried out. */

import type { HoldableCall, WaitingCall } from '../../holds/waiting-call.js';
import type { Identified, ServedExchange, Started } from '../exchange.js';
import type { ServiceResponse } from '../service-response.js';

/**
 * Holds the request, if the sandbox has a hold for requests of the operation. Only POST requests can be held, because
 * only they have an effect to delay.
 */
export function holdRequest(exchange: Identified): WaitingCall | undefined {
  const { holds } = exchange.context;
  if (holds.isIdle || exchange.req.method !== 'POST') return undefined;

  const call = callOf(exchange);
  const held = call && holds.existing(exchange.sandbox.id)?.holdForTest(call, 'request');
  // A text says why the call cannot be held.
  if (typeof held === 'string') exchange.note(held);
  else exchange.held = held;

  return exchange.held;
}

/**
 * Holds the response, unless the request was held. The exchange is in the journal before the response waits.
 * @returns the response; with a diagnostic if the response should be held but cannot be
 */
export function holdResponse(exchange: Started, response: ServiceResponse): ServiceResponse {
  const { holds } = exchange.context;
  const condition = response.delivery?.hold;
  if (holds.isIdle && condition === undefined) return response;

  const call = callOf(exchange);
  if (call === undefined) return response;

  const { id } = exchange.sandbox;
  // Before this call is held itself: it may be the call that others wait for.
  holds.existing(id)?.noteEvent('arrived', call);
  if (exchange.held !== undefined) return response;

  const byTest = holds.existing(id)?.holdForTest(call, 'response');
  const held = byTest ?? (condition && holds.of(id)?.holdForScenario(condition, call));
  if (typeof held !== 'string') {
    exchange.held = held;
    return response;
  }

  // A text says why the call cannot be held.
  const { diagnostics = [] } = response;
  return { ...response, diagnostics: [...diagnostics, held] };
}

/** Tells waiting calls that the whole response was sent. */
export function noteAnswer(exchange: Started): void {
  const { holds } = exchange.context;
  if (holds.isIdle) return;

  const call = callOf(exchange);
  if (call !== undefined) holds.existing(exchange.sandbox.id)?.noteEvent('answered', call);
}

/** The call as holds see it. Undefined for calls that are never held: without an operation, or sent by the emulator. */
function callOf(exchange: ServedExchange): HoldableCall | undefined {
  const { operation, req, requestBody: body, connection, start, sentByEmulator } = exchange;
  if (operation === undefined || sentByEmulator) return undefined;
  return { operation: operation.id, url: req.url, body, connection, exchange: start?.number };
}
