/** Finds scenarios that cannot be active side by side: it is said when they are activated, not when they fire. */

import type { Activation } from '../domain/sandbox/activation.js';
import { faultKinds } from './decide-faults.js';
import { EXCLUSIVE_KINDS } from './fault.js';
import type { Catalogue, Scenario } from './scenario.js';

/** A sentence for each pair that cannot be active together. */
export function conflictsAmong(activations: readonly Activation[], catalogue: Catalogue): string[] {
  return activations.flatMap((first, place) =>
    activations.slice(place + 1).flatMap((second) => conflictOf(first, second, catalogue)),
  );
}

function conflictOf(first: Activation, second: Activation, catalogue: Catalogue): string[] {
  if (first.key === second.key)
    return [
      `Scenario "${first.scenario}" is selected twice; tell the two apart with ";activation=<name>", or leave one out.`,
    ];
  const [one, other] = [catalogue.get(first.scenario), catalogue.get(second.scenario)];
  const kind = one && other && clashingKind(one, other);
  if (kind === undefined) return [];
  return [
    `Scenarios "${first.scenario}" and "${second.scenario}" cannot be active together: both decide the ${kind} of the same answers.`,
  ];
}

function clashingKind(one: Scenario, other: Scenario): string | undefined {
  if (!one.operations.some((operation) => other.operations.includes(operation))) return undefined;
  const [kinds, otherKinds] = [faultKinds(one), faultKinds(other)];
  return EXCLUSIVE_KINDS.find((kind) => kinds.has(kind) && otherKinds.has(kind));
}
