/**
 * Selects a scenario so that the first call meets a fault that a later call has met, such as "429 for the first call"
 * in place of "429 for the third call". Provider states, which set up a single call, and repetitions of exchanges need
 * this.
 */

import { isDeepStrictEqual } from 'node:util';
import { serializeList, Token } from 'structured-headers';
import { failedItems } from '../../common/batch-items.js';
import type { JournaledExchange } from '../../contract/control-schemas.js';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { fillTemplate, type Parameters, wholeReference } from './fill-template.js';
import { stepAtCall } from './firing.js';
import { acceptsValue } from './parse-parameter.js';
import type { ParameterSpec, Scenario, StepTemplate, When } from './scenario.js';

/** A fault that a call has met. */
export type MetFault = Pick<JournaledExchange['scenarios'][number], 'parameters' | 'call'>;

/**
 * The selection, as in the `Emulator-Scenario` header, with the parameters that differ from their defaults. Undefined
 * if no parameters let the first call meet the fault.
 */
export function firstCallSelection(scenario: Scenario, { parameters, call }: MetFault): string | undefined {
  const wanted = stepAt(scenario, parameters, call);
  // The clock of another sandbox starts at another time, so a time in the conditions would not mean the same.
  if (wanted === undefined || scenario.when.between !== undefined) return undefined;

  const forFirst = { ...parameters, ...withoutWaiting(scenario, wanted) };
  const isAccepted = Object.entries(forFirst).every(([name, value]) => acceptsValue(scenario.parameters[name]!, value));
  if (!isAccepted) return undefined;

  const isFirst = stepAt(scenario, forFirst, 1) === wanted;
  return isFirst && isCertain(scenario, wanted, forFirst) ? formatSelection(scenario, forFirst) : undefined;
}

/**
 * Selects the items of a batch that failed, by their indexes. Items that were drawn at random must be named, because
 * another sandbox would draw other items.
 */
export function batchSelection(responseBody: unknown): string | undefined {
  const { results = [] } = responseBody as { readonly results?: readonly object[] };
  const failed = failedItems(responseBody);
  if (failed.length === 0) return undefined;

  return failed.length === results.length ? 'batch-total-failure' : `batch-partial-failure;indexes="${failed.join()}"`;
}

/** Whether the first call certainly meets the fault: neither chance nor a throttle lets it pass. */
function isCertain({ when }: Scenario, { fault }: StepTemplate, parameters: Parameters): boolean {
  const { probability = 1 } = fillTemplate(when, parameters) as When;
  const { throttle } = fillTemplate(fault, parameters) as { throttle?: { requests: number } };
  return probability >= 1 && (throttle?.requests ?? 0) === 0;
}

/**
 * Parameters that let a step come first: no calls to skip, no calls for the steps before, certain probability, and no
 * requests that a throttle lets pass. Only a value that the file leaves to a parameter can be set.
 */
function withoutWaiting({ when, steps }: Scenario, wanted: StepTemplate): Parameters {
  const before = steps.slice(0, steps.indexOf(wanted));
  const throttle = wanted.fault?.['throttle'] as { requests?: unknown } | undefined;
  const parameters: Record<string, ActivationParameter> = {};
  for (const template of [when.skip, throttle?.requests, ...before.map(({ calls }) => calls)]) {
    const waiting = wholeReference(template);
    if (waiting !== undefined) parameters[waiting] = 0;
  }

  const chance = wholeReference(when.probability);
  return chance === undefined ? parameters : { ...parameters, [chance]: 1 };
}

/** The step that a call meets if chance allows it. */
function stepAt(scenario: Scenario, parameters: Parameters, call: number): StepTemplate | undefined {
  return stepAtCall(scenario, fillTemplate(scenario.when, parameters) as When, parameters, call);
}

/** The selection with the parameters as they are; undefined if the header cannot have them. */
export function formatSelection({ name, parameters: specs }: Scenario, parameters: Parameters): string | undefined {
  const changed = Object.entries(parameters).filter(
    ([parameter, value]) => !isDeepStrictEqual(value, specs[parameter]?.default),
  );
  const items = changed.map(([parameter, value]) => [parameter, bareItem(value, specs[parameter])] as const);
  try {
    return serializeList([[new Token(name), new Map(items)]]);
  } catch {
    // Strings of RFC 9651 are ASCII.
    return undefined;
  }
}

/** The value in the form that `parseParameter` accepts. */
function bareItem(value: ActivationParameter, spec: ParameterSpec | undefined): string | number | boolean {
  if (spec?.type === 'duration') return `${String(value)}ms`;
  return typeof value === 'object' ? value.join(',') : value;
}
