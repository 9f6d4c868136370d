/**
 * An injection: a scenario at one call of a run (one execution of a command with its tests), chosen from outside the
 * program under test. The text of an injection has these forms:
 *
 * - `getUsers#2:rate-limit-burst;burst=1`: the second call of the operation, in every sandbox
 * - `a test/getUsers#2:...`: the second call, in the sandbox named `a test`
 * - `getUsers[/api/v1/institutions/me/users?search=a]#2:...`: the second call with this URL
 * - `*:variant;error-body=problem`: every call of every operation
 */

import { withoutUndefined } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import type { Activation, CallPlace, InjectedActivation } from '../domain/sandbox/activation.js';
import { canDisturb } from '../scenarios/decide-faults.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../scenarios/select-scenarios.js';

/** The scenarios to inject, and the call to inject them at. */
export interface Injection {
  /** The key of the sandbox, see {@link RunSandboxes}. Default: every sandbox. */
  readonly sandbox?: string;
  /** The call that meets the scenarios. Default: every call of every operation. */
  readonly at?: CallPlace;
  /** A selection of scenarios, as in the `Emulator-Scenario` header. */
  readonly selection: string;
}

/** Thrown if the text of an injection is not valid. */
export class InjectionError extends Error {
  override readonly name = 'InjectionError';
}

/** Matches the forms that the beginning of this file lists. */
const FORM =
  /^(?:(?<sandbox>.+)\/)?(?:(?<operation>\w+)(?:\[(?<url>\S+)\])?#(?<call>[1-9]\d{0,8})|\*):(?<selection>.+)$/s;
/** An injection, for messages. */
const EXAMPLE = 'getUsers#2:rate-limit-burst;burst=1';

/** The injection of a text. @throws InjectionError if the text has another form */
export function parseInjection(text: string): Injection {
  const { sandbox, operation, url, call, selection = '' } = FORM.exec(text)?.groups ?? {};
  const expected = `an operation, the number of its call and a scenario, as in ${EXAMPLE}`;
  if (selection === '') throw new InjectionError(`expected ${expected}, found ${JSON.stringify(text)}`);

  const at = operation === undefined ? undefined : { operation, ...withoutUndefined({ url }), call: Number(call) };
  return { ...withoutUndefined({ sandbox, at }), selection };
}

/** The text that {@link parseInjection} reads. */
export function formatInjection({ sandbox, at, selection }: Injection): string {
  const owner = sandbox === undefined ? '' : `${sandbox}/`;
  if (at === undefined) return `${owner}*:${selection}`;

  const url = at.url === undefined ? '' : `[${at.url}]`;
  return `${owner}${at.operation}${url}#${at.call}:${selection}`;
}

/**
 * The activations of injections, in the order in which they fire: by the position of their calls. Several injections at
 * one call fire in turn, each at the repetition that the injection before it has caused. Injections that only change
 * the response come last, because they cause no repetition.
 * @throws InjectionError if an operation, scenario or parameter is unknown, or if the scenario does not affect the
 * operation
 */
export function activationsOf(injections: readonly Injection[], catalogue: Catalogue): InjectedActivation[] {
  const callOf = ({ at }: Injection): number => at?.call ?? 0;
  const rank = ({ selection }: Injection): number => (disturbs(selection, catalogue) ? 0 : 1);
  const inOrder = injections.toSorted((one, other) => callOf(one) - callOf(other) || rank(one) - rank(other));

  return inOrder.flatMap((injection, place) => activationsFor(injection, place, catalogue));
}

/** Whether a selection begins with a scenario that does more than change the response. */
function disturbs(selection: string, catalogue: Catalogue): boolean {
  const scenario = catalogue.get(selection.split(';')[0]!);
  return scenario !== undefined && canDisturb(scenario);
}

/** The activations of one injection. @param place position of the injection in the order, which makes its key unique */
function activationsFor(injection: Injection, place: number, catalogue: Catalogue): InjectedActivation[] {
  const { at, selection } = injection;
  const refusal = (reason: string): InjectionError => new InjectionError(`${formatInjection(injection)}: ${reason}`);

  if (at !== undefined) {
    const operations = [...new Set([...catalogue.values()].flatMap((scenario) => scenario.operations))];
    if (!operations.some((operation) => operation === at.operation))
      throw refusal(`there is no operation "${at.operation}"${nearest(at.operation, operations)}`);
  }

  const select = (): Activation[] => {
    try {
      return selectScenarios(selection, catalogue, { selector: 'injection' });
    } catch (error) {
      throw error instanceof ScenarioSelectionError ? refusal(error.message) : error;
    }
  };

  return select().map(({ scenario, parameters, key }) => {
    if (at !== undefined) {
      const { operations } = catalogue.get(scenario)!;
      if (!operations.some((operation) => operation === at.operation))
        throw refusal(`scenario "${scenario}" does not affect ${at.operation}`);
      if (selection.startsWith('variant;'))
        throw refusal('a variant applies to every call; write it as in *:variant;error-body=problem');
    }

    // Equal selections at two calls count their calls apart.
    const ownKey = JSON.stringify([key, place]);
    return { selector: 'injection', scenario, parameters, key: ownKey, ...(at !== undefined && { at }) };
  });
}
