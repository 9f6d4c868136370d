/**
 * Decides which faults a call meets. Each activation that affects the operation counts the call and may fire, in the
 * order of the activations. A fault such as an error response replaces the operation. The first such fault decides, and
 * later activations with such faults do not count the call. So two scenarios together can mean "429 twice, then 500
 * once". Faults that change or delay the response apply around the replacing fault, in any order of selection.
 *
 * Injections (activations that a run injects from outside) give way to all others. If an injection disturbs a call, the
 * injections after it do not count that call: "the second call" means the same whether or not the client repeats the
 * first call.
 */

import { type Activation, type CallPlace, isInjected } from '../domain/sandbox/activation.js';
import { EXCLUSIVE_KINDS, toMilliseconds, isReplacing, type Fault, type FaultKind } from './fault.js';
import { fillTemplate } from './fill-template.js';
import { firingOf, type CallFacts, type Firing, type NotFiring } from './firing.js';
import type { Catalogue, Scenario } from './scenario.js';
import { willRefuse } from './throttle-window.js';

/** A fault, and the scenario that decided it. */
export interface DecidedFault {
  readonly scenario: Scenario;
  readonly activation: Activation;
  /** The position of the call among all calls that the activation has counted, from 1. */
  readonly call: number;
  readonly fault: Fault;
}

/** Why a scenario is passed over: only one fault can replace the response. */
const TOO_LATE: NotFiring = { whyNot: 'another scenario decides the response' };

/** What active scenarios decide for a call. */
export interface Decision {
  /** The faults in their order of application: the outermost first, a fault that replaces the operation last. */
  readonly faults: readonly DecidedFault[];
  /** Why an activation that affects the operation decided no fault. Injections at other calls are left out. */
  readonly passedOver: ReadonlyMap<Activation, string>;
}

/** The faults of one call. */
export function decideFaults(catalogue: Catalogue, activations: readonly Activation[], facts: CallFacts): Decision {
  const decided: DecidedFault[] = [];
  const passedOver = new Map<Activation, string>();
  for (const activation of activations) {
    const scenario = catalogue.get(activation.scenario);
    if (!scenario?.operations.includes(facts.operation)) continue;

    const { at } = activation;
    // An injection waits for its call. If another injection disturbs that call, this one waits for the repetition.
    if (at !== undefined && (!isCallOf(at, facts) || isDisturbed(decided))) continue;

    // Only one fault can replace the operation, so such a scenario gives way if an earlier one has done so.
    const canReplace = [...faultKinds(scenario)].some(isReplacing);
    const isTooLate = canReplace && decided.some((known) => replacesOperation(known, facts));
    // An injection at a call counts the call even if it comes too late: it has waited for exactly this call.
    const firing = isTooLate && at === undefined ? TOO_LATE : firingOf(scenario, activation, facts);
    if ('whyNot' in firing) {
      if (!isInjected(activation)) passedOver.set(activation, firing.whyNot);
      continue;
    }

    const { call, faults } = firing;
    // Selections that conflict were refused before. An injection gives way instead.
    if (isInjected(activation) && (isTooLate || isExcluded(faults, decided))) continue;

    for (const [kind, template] of Object.entries(faults)) {
      const members = fillTemplate(template, activation.parameters) as object;
      decided.push({ scenario, activation, call, fault: toMilliseconds({ kind, ...members } as Fault) });
    }
  }

  // Faults that replace the operation are the innermost, so they come last.
  const isInnermost = ({ fault }: DecidedFault): boolean => isReplacing(fault.kind);
  const outer = decided.filter((one) => !isInnermost(one));

  return { faults: [...outer, ...decided.filter(isInnermost)], passedOver };
}

/**
 * Whether a fault of an exclusive kind is decided already. Selections with two of a kind are refused, but injections
 * are chosen without regard to selections.
 */
function isExcluded(faults: Firing['faults'], decided: readonly DecidedFault[]): boolean {
  return decided.some(({ fault }) => EXCLUSIVE_KINDS.includes(fault.kind) && fault.kind in faults);
}

/** Whether an injection counts the call: a call of the injection's operation, and with its URL if it names a URL. */
function isCallOf({ operation, url = '' }: CallPlace, facts: CallFacts): boolean {
  return operation === facts.operation && (url === '' || url === facts.url);
}

/** Whether an injected fault probably makes the client send the call again. */
function isDisturbed(decided: readonly DecidedFault[]): boolean {
  return decided.some(({ activation, fault }) => activation.at !== undefined && isDisturbing(fault.kind));
}

/** Whether a scenario can deprive the client of its response, so that the client sends the call again. */
export function canDisturb(scenario: Scenario): boolean {
  return [...faultKinds(scenario)].some(isDisturbing);
}

/** Whether a fault of this kind deprives the client of a usable response. */
function isDisturbing(kind: FaultKind): boolean {
  return isReplacing(kind) || kind === 'connection' || kind === 'body';
}

/** Whether a fault replaces the operation. A throttle replaces it only if it refuses the call. */
function replacesOperation({ fault, activation }: DecidedFault, { sandbox, clientId }: CallFacts): boolean {
  return fault.kind === 'throttle' ? willRefuse({ fault, activation, sandbox, clientId }) : isReplacing(fault.kind);
}

/** The kinds of fault that a scenario can decide. */
export function faultKinds({ steps }: Scenario): ReadonlySet<FaultKind> {
  return new Set(steps.flatMap(({ fault = {} }) => Object.keys(fault) as FaultKind[]));
}
