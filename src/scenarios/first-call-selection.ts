/**
 * Selects a scenario so that the first call meets what a later one has met: whoever sets the scene for a single call,
 * as a provider state does, has no calls to spend before it.
 */

import { serializeList, Token } from 'structured-headers';
import type { ActivationParameter } from '../domain/sandbox/activation.js';
import { fillTemplate } from './fill-template.js';
import { turnOf, type When } from './firing.js';
import type { ParameterSpec, Scenario, StepTemplate } from './scenario.js';

type Parameters = Readonly<Record<string, ActivationParameter>>;

/** What was met, and when. */
export interface MetFault {
  /** Every parameter with its value, defaults included. */
  readonly parameters: Parameters;
  /** Which call of the activation it was, from 1. */
  readonly call: number;
}

/**
 * The selection, as in the `Emulator-Scenario` header, with the parameters that are not the defaults; undefined where no
 * parameters bring the fault forward to the first call.
 */
export function firstCallSelection(scenario: Scenario, { parameters, call }: MetFault): string | undefined {
  const forward = broughtForward(scenario, parameters, call);
  return forward === undefined ? undefined : selectionOf(scenario, forward);
}

/** The parameters that let the first call meet it. */
function broughtForward(scenario: Scenario, parameters: Parameters, call: number): Parameters | undefined {
  const wanted = stepAt(scenario, parameters, call);
  if (wanted === undefined || scenario.when.between !== undefined) return undefined;
  const forward = { ...parameters, ...openings(scenario, wanted) };
  const met = stepAt(scenario, forward, 1);
  return met === wanted && isCertain(scenario, wanted, forward) && accepted(scenario, forward) ? forward : undefined;
}

/** Whether neither chance nor a throttle lets the first call pass. */
function isCertain({ when }: Scenario, { fault }: StepTemplate, parameters: Parameters): boolean {
  const { probability = 1 } = fillTemplate(when, parameters) as When;
  const { throttle } = fillTemplate(fault, parameters) as { throttle?: { requests: number } };
  return probability >= 1 && (throttle?.requests ?? 0) === 0;
}

/** Values for the parameters that keep a scenario from firing at once: calls to pass first, chance, what a throttle lets through. */
function openings({ when, steps }: Scenario, wanted: StepTemplate): Parameters {
  const before = steps.slice(0, steps.indexOf(wanted));
  const throttle = wanted.fault?.['throttle'] as { requests?: unknown } | undefined;
  const opened: readonly (readonly [unknown, number])[] = [
    [when.skip, 0],
    [when.probability, 1],
    [throttle?.requests, 0],
    ...before.map(({ calls }) => [calls, 0] as const),
  ];
  return Object.fromEntries(
    opened.flatMap(([template, value]) => {
      const name = typeof template === 'string' ? /^\{(.+)\}$/.exec(template)?.[1] : undefined;
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

/** The step that a call meets, chance aside. */
function stepAt(scenario: Scenario, parameters: Parameters, call: number): StepTemplate | undefined {
  return turnOf(scenario, fillTemplate(scenario.when, parameters) as When, parameters, call);
}

function accepted({ parameters: specs }: Scenario, parameters: Parameters): boolean {
  return Object.entries(parameters).every(([name, value]) => {
    const { minimum = -Infinity, maximum = Infinity } = specs[name] ?? {};
    return typeof value !== 'number' || (value >= minimum && value <= maximum);
  });
}

function selectionOf({ name, parameters: specs }: Scenario, parameters: Parameters): string | undefined {
  const given = Object.entries(parameters).filter(([parameter, value]) => !isSame(value, specs[parameter]?.default));
  try {
    return serializeList([
      [new Token(name), new Map(given.map(([parameter, value]) => [parameter, bareItem(value, specs[parameter])]))],
    ]);
  } catch {
    // RFC 9651 has no strings beyond ASCII.
    return undefined;
  }
}

function isSame(one: ActivationParameter, other: ActivationParameter | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** As {@link readParameter} reads it. */
function bareItem(value: ActivationParameter, spec: ParameterSpec | undefined): string | number | boolean {
  if (spec?.type === 'duration') return `${String(value)}ms`;
  return typeof value === 'object' ? value.join(',') : value;
}
