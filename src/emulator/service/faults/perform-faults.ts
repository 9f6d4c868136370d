/** Performs the faults that scenarios decided. Kinds of fault that need more code are in other files of this folder. */

import { mergePatch } from '../../../common/json.js';
import { isInjected } from '../../domain/sandbox/activation.js';
import { WORLD_CHANGES } from '../../domain/world/world-changes.js';
import type { DecidedFault } from '../../scenarios/decide-faults.js';
import type { Fault } from '../../scenarios/fault.js';
import { ScenarioSelectionError } from '../../scenarios/select-scenarios.js';
import { ServiceError } from '../service-error.js';
import { withDelivery, withDiagnostics, type ServiceResponse } from '../service-response.js';
import type { Decided } from '../exchange.js';
import { rulesIn } from '../representations/rows.js';
import { respondToError } from '../respond-to-error.js';
import { performAlter } from './alter.js';
import { performBatchItems, performBody } from './body-faults.js';
import { performChange } from './change.js';
import { performDelay } from './delay.js';
import { idleReason, lackingIn, noteIdle } from './effects.js';
import type { FaultPerformer, Overrides } from './fault-performer.js';
import { performAnswer, performThrottle, performToken } from './replacing-faults.js';

/** The most items of a page that a scenario may ask for. Items are made synchronously, while other clients wait. */
const MOST_ITEMS = 5_000;

/** Changes the world around a successful call, so that the data that the client has read is out of date. */
const performWorld: FaultPerformer<'world'> = ({ change, after = 0, rows = 1 }, { exchange }, next) => {
  if (change === 'request-shows-later') return next({ requestShowsAfter: after });
  if (change === 'call-arrives-twice') {
    // The client sees only the second response, as if a proxy had repeated the request.
    next();
    return next();
  }

  const { sandbox } = exchange;
  const eventsBefore = sandbox.world.history.length;
  const response = next();
  const { status, body } = response;
  const rules = rulesIn(exchange.contract);
  if (status < 400) WORLD_CHANGES[change](sandbox, { body, eventsBefore, after, rows, rules });

  return response;
};

/** How each kind of fault is performed. */
const PERFORMERS: { readonly [Kind in Fault['kind']]: FaultPerformer<Kind> } = {
  answer: performAnswer,
  token: performToken,
  lifetime: ({ seconds }, _context, next) => next({ tokenLifetime: seconds }),
  throttle: performThrottle,
  'batch-items': performBatchItems,
  delay: performDelay,
  hold: (fault, _context, next) => withDelivery(next(), { hold: fault }),
  // Empty pieces would never come to an end.
  drip: ({ bytes, every }, _context, next) => withDelivery(next(), { drip: { bytes: Math.max(1, bytes), every } }),
  // With the effect `none`, the operation must not be carried out, so it fails instead.
  connection: ({ end, after, effect }, _context, next) => {
    const response = next({ fails: effect === 'none' });
    return withDelivery(response, { end, ...(after !== undefined && { endAfter: after }) });
  },
  body: performBody,
  alter: performAlter,
  merge: ({ patch }, _context, next) => {
    const response = next();
    return response.status >= 400 ? response : { ...response, body: mergePatch(response.body, patch) };
  },
  change: performChange,
  page: ({ limit }, _context, next) => {
    if (limit > MOST_ITEMS)
      throw new ScenarioSelectionError([`A page of ${limit} items was selected; at most ${MOST_ITEMS} are made.`]);
    // The first response is the one without the fault. By comparison, `performFaults` sees whether the fault changed
    // it.
    next();
    return next({ limit });
  },
  world: performWorld,
};

type Perform = (overrides: Overrides) => ServiceResponse;

/**
 * Performs `operation` inside the faults of the exchange, the first of them outermost: each fault is given a function
 * that performs the rest, and decides whether and how often to call it. A failure inside a fault becomes a response, so
 * that a delay delays it and a cut cuts it.
 * @throws ServiceError of the outermost fault, or another error
 */
export function performFaults(exchange: Decided, operation: Perform): ServiceResponse {
  /** Performs the faults, and the operation inside of them. */
  const perform = ([first, ...others]: readonly DecidedFault[], overrides: Overrides): ServiceResponse => {
    if (first === undefined) return operation(overrides);

    const performFault = PERFORMERS[first.fault.kind] as FaultPerformer<Fault['kind']>;
    /** The response without the fault: the first one, if the fault performs the rest more than once. */
    let withoutFault: ServiceResponse | undefined;
    const performRest = (further: Overrides = {}): ServiceResponse => {
      const inner = performOrFail(others, { ...overrides, ...further });
      withoutFault ??= inner;
      return inner;
    };

    const response = performFault(first.fault, { exchange, decided: first }, performRest);
    // A fault that has not called the rest has replaced the operation.
    if (withoutFault === undefined) return response;

    const lacking = lackingIn(first.fault, withoutFault, exchange).join(', ');
    const reason = idleReason(first.fault, withoutFault, response, lacking);
    if (reason !== undefined) {
      noteIdle(exchange, first, reason);
      return response;
    }
    // An injection names what other responses have had.
    if (lacking === '' || isInjected(first.activation)) return response;

    const diagnostic = `the scenario "${first.scenario.name}" names what the response does not have: ${lacking}`;
    return withDiagnostics(response, [...(response.diagnostics ?? []), diagnostic]);
  };

  /** Performs as `perform` does, but turns a failure into a response. */
  const performOrFail = (others: readonly DecidedFault[], overrides: Overrides): ServiceResponse => {
    try {
      return perform(others, overrides);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return respondToError(exchange, error);
    }
  };

  return perform(exchange.faults, {});
}
