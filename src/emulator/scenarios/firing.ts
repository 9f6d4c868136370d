/**
 * Decides whether an activation fires on a call (decides a fault for it), and with which step of its scenario. An
 * activation counts each call that meets its conditions, whether it fires or not.
 */

import type { OperationId } from '../../contract/operation.js';
import type { Activation } from '../domain/sandbox/activation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { instant, parseMoment } from '../domain/time/moment.js';
import { fraction, hashText } from '../domain/time/random.js';
import { fillTemplate, type Parameters } from './fill-template.js';
import { SUBJECT_KINDS } from './scenario.js';
import type { RequestPattern, Scenario, StepTemplate, SubjectKind, When } from './scenario.js';

/** What a scenario can know of a call. */
export interface CallFacts {
  readonly operation: OperationId;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Whether scenarios count the call. A call that is not counted meets the faults that the next call will meet. */
  readonly isCounted: boolean;
  readonly sandbox: Sandbox;
  /** The client ID with its suffix, if it has one. */
  readonly clientId: string;
  /** The IDs or names of the subjects of the request, by kind. */
  readonly subjects: Subjects;
  /** Every value of a query parameter. */
  readonly query: (name: string) => readonly string[];
  /** The value of a member at the top of the body. */
  readonly body: (name: string) => unknown;
}

/** What a call is about, by the kind of subject. */
export type Subjects = Readonly<Record<SubjectKind, ReadonlySet<string>>>;

/** A call on which an activation fires. */
export interface Firing {
  /** The position of the call among all calls that the activation has counted, from 1. */
  readonly call: number;
  /** The faults by kind, as the scenario has them. */
  readonly faults: NonNullable<StepTemplate['fault']>;
}

/** A call on which an activation does not fire, and why, in words that follow the name of the scenario. */
export interface NotFiring {
  readonly whyNot: string;
}

/** Counts the call. Returns the faults with which the activation fires, or why it does not fire. */
export function firingOf(scenario: Scenario, activation: Activation, facts: CallFacts): Firing | NotFiring {
  const { sandbox } = facts;
  if (hasEnded(activation, sandbox)) return { whyNot: 'it has ended' };

  const when = fillTemplate(scenario.when, activation.parameters) as When;
  if (!isWithin(when.between, facts)) return { whyNot: 'it is not its time' };
  if (!matchesRequest(when.request, facts)) return { whyNot: 'it does not affect such a request' };

  const call = countCall(activation, facts);
  if (!isChosenAtRandom(when, activation, call, sandbox.seed)) return { whyNot: `chance did not choose call ${call}` };

  // An injection at one call fires once, unless the scenario says how often it fires.
  const hasFired = activation.at !== undefined && when.times === undefined && call > 1;
  const step = hasFired ? undefined : stepAtCall(scenario, when, activation.parameters, call);
  if (step?.fault === undefined) return { whyNot: `it does not affect call ${call}` };

  return { call, faults: step.fault };
}

/** Counts the call. Returns its position among the calls that the activation has counted, from 1. */
function countCall(activation: Activation, { sandbox, isCounted }: CallFacts): number {
  // A call that is not counted meets what the next counted call will meet.
  const calls = isCounted ? sandbox.countCall(activation) : sandbox.callsOf(activation) + 1;
  // For an injection at the third call, the third call is the first call of its scenario.
  return activation.at === undefined ? calls : calls - activation.at.call + 1;
}

/**
 * How often an activation fired during its first `calls` calls. Nothing needs to be stored for that: the answers of
 * {@link firingOf} follow from the seed and the number of the call.
 */
export function firings(scenario: Scenario, activation: Activation, calls: number, seed: number): number {
  const when = fillTemplate(scenario.when, activation.parameters) as When;
  let fired = 0;
  for (let call = 1; call <= calls; call++) {
    const step = stepAtCall(scenario, when, activation.parameters, call);
    if (step?.fault !== undefined && isChosenAtRandom(when, activation, call, seed)) fired++;
  }

  return fired;
}

/** Whether a scenario is used up after this number of calls: no later call meets a fault of it. */
export function isSpent({ when, steps }: Scenario, { parameters }: Activation, calls: number): boolean {
  const { skip = 0, every = 1, times = Number.POSITIVE_INFINITY } = fillTemplate(when, parameters) as When;
  const lastWithFault = steps.findLastIndex(({ fault }) => fault !== undefined);
  const lengths = steps.slice(0, lastWithFault + 1).map((step) => lengthOf(step, parameters));

  // The last call that a step with a fault meets, and the last call that `times` allows.
  const lastOfSteps = lengths.reduce((sum, length) => sum + length, 0);
  const lastOfTimes = skip + (times - 1) * every + 1;

  // A scenario without faults, such as `variant`, is never used up.
  return lastWithFault !== -1 && calls >= Math.min(lastOfSteps, lastOfTimes);
}

/** Whether an activation has reached its number of calls or its end by the sandbox's clock. */
export function hasEnded(activation: Activation, sandbox: Sandbox): boolean {
  const { count = Infinity, until = Infinity } = activation;
  return sandbox.callsOf(activation) >= count || sandbox.clock.now() >= until;
}

/** The step that a call of an activation meets if chance allows it; undefined without a step. @param call from 1 */
export function stepAtCall(
  { steps }: Scenario,
  { skip = 0, every = 1, times = Number.POSITIVE_INFINITY }: When,
  parameters: Parameters,
  call: number,
): StepTemplate | undefined {
  const position = call - skip - 1;
  if (position < 0 || position % every !== 0 || position / every >= times) return undefined;

  let lastCall = 0;
  return steps.find((step) => {
    lastCall += lengthOf(step, parameters);
    return call <= lastCall;
  });
}

/** How many calls meet a step. The last step of a sequence usually has no limit. */
function lengthOf({ calls }: StepTemplate, parameters: Parameters): number {
  const length = fillTemplate(calls, parameters) as number | undefined;
  return length ?? Number.POSITIVE_INFINITY;
}

/** Whether chance chooses the call. The result depends on the seed, so a repeated run chooses the same calls. */
function isChosenAtRandom({ probability = 1 }: When, { key }: Activation, call: number, seed: number): boolean {
  return probability >= 1 || fraction(seed, hashText(key), call) < probability;
}

/** Whether the call comes within the time of the scenario. Relative moments count from the start of the clock. */
function isWithin(between: When['between'], { sandbox }: CallFacts): boolean {
  if (between === undefined) return true;

  const { now, epoch } = sandbox.world.time();
  const timeOf = (text: string | number): number => {
    const moment = typeof text === 'number' ? { sinceStart: text } : parseMoment(text);
    // A parameter may be a text that is no moment.
    return instant(moment ?? { sinceStart: 0 }, epoch);
  };

  const { from, until } = between;
  const hasBegun = from === undefined || now >= timeOf(from);
  const isOver = until !== undefined && now >= timeOf(until);

  return hasBegun && !isOver;
}

/** Whether the request has all properties of a pattern. An absent property of the pattern requires nothing. */
function matchesRequest(pattern: RequestPattern = {}, facts: CallFacts): boolean {
  const { operation = facts.operation, client = facts.clientId, query = {}, body = {} } = pattern;
  if (operation !== facts.operation || client !== facts.clientId) return false;

  const { subjects } = facts;
  const hasSubjects = SUBJECT_KINDS.every((kind) => pattern[kind] === undefined || subjects[kind].has(pattern[kind]));
  const hasQuery = Object.entries(query).every(([name, value]) => facts.query(name).includes(value));
  const hasBody = Object.entries(body).every(([name, value]) => bodyText(facts, name) === value);

  return hasSubjects && hasQuery && hasBody;
}

/** A member of the body as text. A pattern has texts only, so other values are compared in the form of JSON. */
function bodyText(facts: CallFacts, name: string): string | undefined {
  const member = facts.body(name);
  return typeof member === 'string' ? member : JSON.stringify(member);
}
