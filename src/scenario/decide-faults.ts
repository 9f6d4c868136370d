/** Decides which faults a call meets: every activation that affects the operation counts the call, and may fire. */

import type { OperationId } from '../contract/operation.js';
import type { Activation } from '../domain/activation.js';
import type { Sandbox } from '../domain/sandbox.js';
import type { Fault } from './fault.js';
import { fillTemplate } from './fill-template.js';
import type { Catalogue, Scenario } from './scenario.js';

/** A fault, and the scenario that decided it. */
export interface DecidedFault {
  readonly scenario: Scenario;
  readonly fault: Fault;
}

/** The faults of one call, in the order in which their scenarios were activated. */
export function decideFaults(
  catalogue: Catalogue,
  activations: readonly Activation[],
  { operation, sandbox }: { readonly operation: OperationId; readonly sandbox: Sandbox },
): DecidedFault[] {
  return activations.flatMap((activation) => {
    const scenario = catalogue.get(activation.scenario);
    if (!scenario?.operations.includes(operation)) return [];
    if (!fires(scenario, activation, sandbox.countCall(activation))) return [];
    return [{ scenario, fault: faultOf(scenario, activation) }];
  });
}

function fires({ when }: Scenario, { parameters }: Activation, call: number): boolean {
  const { skip = 0, times = Number.POSITIVE_INFINITY } = fillTemplate(when, parameters) as { skip?: number; times?: number };
  return call > skip && call <= skip + times;
}

function faultOf(scenario: Scenario, { parameters }: Activation): Fault {
  const [kind] = Object.keys(scenario.fault);
  const details = fillTemplate(scenario.fault[kind!], parameters) as object;
  return { kind, ...details } as Fault;
}
