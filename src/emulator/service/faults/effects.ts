/**
 * Decides which active scenarios have changed something, and why other scenarios have not. Headers, journal and pages
 * report these results.
 */

import { isDeepStrictEqual } from 'node:util';
import { withoutMembers } from '../../../contract/schema/allowed-changes.js';
import type { IdleScenario } from '../../journal/exchange.js';
import { isInjected, type Activation } from '../../domain/sandbox/activation.js';
import { faultKinds, type DecidedFault } from '../../scenarios/decide-faults.js';
import type { Fault } from '../../scenarios/fault.js';
import type { Decided, ServedExchange } from '../exchange.js';
import { contractIdsOf } from '../operations/verification-links.js';
import type { Delivery, ServiceResponse } from '../service-response.js';

/** Why a fault had no effect. */
const REFUSED = 'the request was refused before';
const NO_BODY = 'the response has no body';

/**
 * The faults that act inside the operation or on the world. The response may look the same with and without such a
 * fault, so it counts as effective if the operation succeeds.
 */
const INSIDE: ReadonlySet<Fault['kind']> = new Set(['lifetime', 'world']);

/**
 * Why a fault changed nothing; undefined if it changed something.
 * @param withoutFault the response without the fault
 * @param lacking what the fault names and that response lacks
 */
export function idleReason(
  fault: Fault,
  withoutFault: ServiceResponse,
  response: ServiceResponse,
  lacking: string,
): string | undefined {
  const hasChanged = INSIDE.has(fault.kind) ? withoutFault.status < 400 : !isDeepStrictEqual(withoutFault, response);
  if (hasChanged) return undefined;
  if (withoutFault.status >= 400) return REFUSED;
  if (fault.kind === 'throttle') return 'its limit was not reached';

  return `the response has no ${lacking === '' ? 'item or member that it changes' : lacking}`;
}

/**
 * What a fault names and a response lacks: positions and contract IDs of a batch, or places of members.
 * @param withoutFault the response without the fault
 */
export function lackingIn(fault: Fault, { status, body }: ServiceResponse, exchange: Decided): string[] {
  const { operation, contract } = exchange;
  const schema = operation.responses.get(status)?.schema;
  if (schema === undefined || status >= 400) return [];
  if (fault.kind === 'batch-items') {
    const items = contractIdsOf(body);
    const indexes = (fault.indexes ?? []).filter((index) => index >= items.length);
    const contracts = (fault.contracts ?? []).filter((item) => !items.includes(item));

    return [...indexes, ...contracts].map((item) => `item ${item}`);
  }
  if (fault.kind !== 'change') return [];

  // A place stands behind its operation, as in `getUsers:items[].email:null`.
  const named = [...(fault.changes ?? []), ...(fault.missing ?? [])].map((text) => text.split(':'));
  const places = named.flatMap(([id, place = '']) => (id === operation.id ? [place] : []));
  return places.filter((place) => isDeepStrictEqual(withoutMembers(contract.document, schema, body, [place]), body));
}

/** Notes that a fault changed nothing. */
export function noteIdle(exchange: ServedExchange, decided: DecidedFault, reason: string): void {
  exchange.idleFaults = new Map([...exchange.idleFaults, [decided, reason]]);
}

/**
 * Notes which faults have no effect on the delivery of the response.
 * @param planned the delivery that the faults want
 * @param sent the part of it that the response allows
 */
export function noteUnsent(exchange: ServedExchange, planned: Delivery | undefined, sent: Delivery | undefined): void {
  if (planned === undefined) return;

  for (const decided of exchange.faults) {
    const reason = unsentReason(decided.fault, planned, sent);
    if (reason !== undefined) noteIdle(exchange, decided, reason);
  }

  const hold = exchange.faults.find(({ fault }) => fault.kind === 'hold');
  if (hold !== undefined && exchange.held === undefined) noteIdle(exchange, hold, 'the call was not held');
}

/**
 * Why a fault has no effect on the delivery. Undefined if the fault has an effect, or does not concern the delivery.
 */
function unsentReason(fault: Fault, planned: Delivery, sent: Delivery | undefined): string | undefined {
  if (fault.kind === 'drip' && sent?.drip === undefined) return NO_BODY;

  // A pause between headers and body needs a body.
  const isBeforeBody = fault.kind === 'delay' && planned.beforeHeaders === 0;
  if (isBeforeBody && sent === undefined) return NO_BODY;
  if (fault.kind !== 'connection' || sent?.end !== undefined) return undefined;

  return planned.endAfter === undefined ? NO_BODY : `the response has no more than ${planned.endAfter} bytes`;
}

/** The faults that have changed something. */
export function effectiveFaults({ faults, idleFaults }: ServedExchange): readonly DecidedFault[] {
  return idleFaults.size === 0 ? faults : faults.filter((decided) => !idleFaults.has(decided));
}

/**
 * The scenarios that were active and changed nothing; undefined if there are none. Scenarios for other operations are
 * included only if the request itself selected them.
 */
export function idleScenarios(exchange: ServedExchange): readonly IdleScenario[] | undefined {
  const { active } = exchange;
  if (active.length === 0) return undefined;

  const effective = new Set(effectiveFaults(exchange).map(({ activation }) => activation));
  const idle: IdleScenario[] = [];
  for (const activation of active) {
    const reason = effective.has(activation) ? undefined : reasonOf(activation, exchange);
    const { scenario, selector } = activation;
    if (reason !== undefined) idle.push({ scenario, selector, reason });
  }

  return idle.length === 0 ? undefined : idle;
}

/** Why an activation changed nothing; undefined if that is not reported. */
function reasonOf(activation: Activation, exchange: ServedExchange): string | undefined {
  const { context, operation, passedOver, faults, idleFaults } = exchange;
  const scenario = context.catalogue.get(activation.scenario);
  // A scenario without faults, such as `variant`, is never idle: nothing here shows whether it had an effect.
  if (scenario === undefined || faultKinds(scenario).size === 0) return undefined;

  const affectsCall = operation !== undefined && scenario.operations.includes(operation.id);
  // A sandbox, client or party selects scenarios for all its calls; a header means the operation of this one.
  if (!affectsCall && activation.selector !== 'header') return undefined;
  if (!affectsCall && operation !== undefined) return `it does not affect ${operation.id}`;

  // The request was refused before faults were chosen. An injection may wait for another call, so it is not reported.
  if (passedOver === undefined) return isInjected(activation) ? undefined : REFUSED;

  const decided = faults.find((candidate) => candidate.activation === activation);

  return decided === undefined ? passedOver.get(activation) : idleFaults.get(decided);
}
