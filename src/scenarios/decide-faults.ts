/**
 * Decides which faults a call meets. Every activation that affects the operation counts the call and may fire,
 * in the order of the activations. The first that puts something in the place of the operation decides:
 * later ones of that kind do not see the call, so "429 twice, then 500 once" is two scenarios side by side.
 * Whatever changes or delays answers stands around that, in whichever order they were selected.
 */

import type { Activation } from '../domain/sandbox/activation.js';
import { type Fault, isReplacing, toMilliseconds } from './fault.js';
import { fillTemplate } from './fill-template.js';
import { type CallFacts, firingOf } from './firing.js';
import type { Catalogue, Scenario } from './scenario.js';
import { willRefuse } from './throttle-window.js';

/** A fault, and why it is met. */
export interface DecidedFault {
  readonly scenario: Scenario;
  readonly activation: Activation;
  /** Which call of the activation it is, from 1. */
  readonly call: number;
  readonly fault: Fault;
}

/** The faults of one call, the outermost first. */
export function decideFaults(
  catalogue: Catalogue,
  activations: readonly Activation[],
  facts: CallFacts,
): DecidedFault[] {
  const decided: DecidedFault[] = [];
  for (const activation of activations) {
    const scenario = catalogue.get(activation.scenario);
    if (!scenario?.operations.includes(facts.operation)) continue;
    if (replaces(scenario) && decided.some((known) => replacesOperation(known, facts))) continue;
    const firing = firingOf(scenario, activation, facts);
    if (firing?.step.fault === undefined) continue;
    const { call } = firing;
    decided.push(...faultsOf(firing.step.fault, activation).map((fault) => ({ scenario, activation, call, fault })));
  }
  return decided.toSorted((one, other) => Number(isReplacing(one.fault)) - Number(isReplacing(other.fault)));
}

/** A throttle does only where it refuses the call. */
function replacesOperation({ fault, activation }: DecidedFault, { sandbox, clientId }: CallFacts): boolean {
  return fault.kind === 'throttle' ? willRefuse({ fault, activation, sandbox, clientId }) : isReplacing(fault);
}

/** The kinds of fault that a scenario can decide. */
export function faultKinds({ steps }: Scenario): Set<Fault['kind']> {
  return new Set(steps.flatMap(({ fault = {} }) => Object.keys(fault) as Fault['kind'][]));
}

function replaces(scenario: Scenario): boolean {
  return [...faultKinds(scenario)].some((kind) => isReplacing({ kind }));
}

function faultsOf(templates: Readonly<Record<string, unknown>>, { parameters }: Activation): Fault[] {
  return Object.entries(templates).map(([kind, template]) => {
    return toMilliseconds({ kind, ...(fillTemplate(template, parameters) as object) } as Fault);
  });
}
