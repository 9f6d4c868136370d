/** Holds a call if a test or a scenario says so. Held is the response, or the request before it is carried out. */

import type { HoldableCall, WaitingCall } from '../../holds/waiting-call.js';
import type { Identified, ServedExchange, Started } from '../exchange.js';
import type { ServiceResponse } from '../service-response.js';

/**
 * Holds the request, if the sandbox has a hold for requests of the operation. Only POST requests can be held, because
 * only they have an effect to delay.
 */
export function holdRequest(exchange: Identified): WaitingCall | undefined {
  const { context, req, sandbox } = exchange;
  const holds = context.holds.existing(sandbox.id);
  if (holds === undefined || req.method !== 'POST') return undefined;

  const call = holdableCallOf(exchange);
  const result = call && holds.holdForTest(call, 'request');
  if (result?.refusal !== undefined) exchange.diagnose(result.refusal);
  exchange.held = result?.held;

  return exchange.held;
}

/**
 * Holds the response, unless the request was held. The exchange is in the journal before the response waits.
 * @returns the response; with a diagnostic if the response should be held but cannot be
 */
export function holdResponse(exchange: Started, response: ServiceResponse): ServiceResponse {
  const { context, sandbox } = exchange;
  const condition = response.delivery?.hold;
  const holds = condition === undefined ? context.holds.existing(sandbox.id) : context.holds.of(sandbox.id);
  if (holds === undefined) return response;

  const call = holdableCallOf(exchange);
  if (call === undefined) return response;

  // It is counted before it is held itself: it may be the call that others wait for.
  holds.countForConditions('arrived', call);
  // The request was held, and a call is held once.
  if (exchange.held !== undefined) return response;

  let result = holds.holdForTest(call, 'response');
  if (condition !== undefined) result ??= holds.holdForScenario(condition, call);
  exchange.held = result?.held;
  if (result?.refusal === undefined) return response;

  const { diagnostics = [] } = response;
  return { ...response, diagnostics: [...diagnostics, result.refusal] };
}

/** Tells waiting calls that the whole response was sent. */
export function countAnswer(exchange: Started): void {
  const holds = exchange.context.holds.existing(exchange.sandbox.id);
  if (holds === undefined) return;

  const call = holdableCallOf(exchange);
  if (call !== undefined) holds.countForConditions('answered', call);
}

/** The call as holds see it. Undefined for calls that are never held: without an operation, or sent by the emulator. */
function holdableCallOf(exchange: ServedExchange): HoldableCall | undefined {
  const { operation, req, requestBody: body, connection, start, sentByEmulator } = exchange;
  if (operation === undefined || sentByEmulator) return undefined;
  return { operation: operation.id, url: req.url, body, connection, exchange: start?.number };
}
