/** Scenarios that every request of a sandbox meets, switched on and off while it runs. */

import type { Activation, ActivationParameter, StandingActivation } from '../domain/sandbox/activation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { isoTimestamp } from '../domain/time/clock.js';
import { parseDuration } from '../domain/time/duration.js';
import { isClockTime } from '../domain/time/sandbox-clock.js';
import { hasEnded } from '../scenarios/firing.js';
import type { Catalogue } from '../scenarios/scenario.js';
import {
  conflictsAmong,
  ScenarioSelectionError,
  selectScenario,
  selectScenarios,
} from '../scenarios/select-scenarios.js';
import { conflict, notThere, type Problem, unusable } from './problem.js';

/** When an activation ends by itself. */
export interface ActivationEnd {
  /** After so many calls that it was held against. */
  readonly count?: number;
  /** After this time by the sandbox's clock: `PT5M`, `30s`. */
  readonly for?: string;
}

/** An activation as the control plane shows it. */
export interface ShownActivation extends ActivationEndShown {
  /** Names it in its sandbox. */
  readonly id: string;
  readonly scenario: string;
  /** Durations are milliseconds. */
  readonly parameters: Readonly<Record<string, ActivationParameter>>;
  /** How many calls it has been held against. */
  readonly calls: number;
}

interface ActivationEndShown {
  readonly count?: number;
  /** ISO 8601, by the sandbox's clock. */
  readonly until?: string;
}

/** Whether a parameter's value may be given as it is in JSON. */
export type ScenarioParameters = Readonly<Record<string, ActivationParameter>>;

export class ScenarioControl {
  readonly #sandbox: () => Sandbox;
  readonly #catalogue: Catalogue;

  constructor(sandbox: () => Sandbox, catalogue: Catalogue) {
    this.#sandbox = sandbox;
    this.#catalogue = catalogue;
  }

  /** What is active, in the order in which it applies. */
  active(): ShownActivation[] {
    return this.#standing().map((activation) => this.#show(activation));
  }

  /**
   * Switches a scenario on, beside those that are.
   * @throws Problem 409 where it cannot be active together with another that is, 422
   */
  use(scenario: string, parameters: ScenarioParameters = {}, end: ActivationEnd = {}): ShownActivation {
    const chosen = followed('/scenario', () => [
      selectScenario(scenario, parameters, this.#catalogue, { selector: 'sandbox' }),
    ]);
    return this.#activate(chosen, end, '/scenario', this.#standing())[0]!;
  }

  /**
   * Switches on what a selection selects that is written as in the `Emulator-Scenario` header, beside what is on.
   * @throws Problem 409 where one cannot be active together with another that is, 422
   */
  select(selection: string, end: ActivationEnd = {}): ShownActivation[] {
    return this.#activate(this.#selected(selection), end, '/select', this.#standing());
  }

  /**
   * Puts what a selection selects in the place of everything that is on.
   * @throws Problem 422; then nothing has changed
   */
  replace(selection: string): ShownActivation[] {
    const selected = this.#selected(selection);
    this.stopAll();
    return this.#activate(selected, {}, '/select', []);
  }

  /**
   * Switches an activation off.
   * @throws Problem 404
   */
  stop(id: string): void {
    if (!this.#standing().some((activation) => activation.id === id))
      throw notThere(`There is no activation "${id}" in sandbox "${this.#sandbox().id}".`);
    this.#deactivate([id]);
  }

  /** Switches everything off. */
  stopAll(): void {
    this.#deactivate(this.#sandbox().activations.map(({ id }) => id));
  }

  #selected(selection: string): Activation[] {
    return followed('/select', () => selectScenarios(selection, this.#catalogue, { selector: 'sandbox' }));
  }

  #activate(
    chosen: readonly Activation[],
    { count, for: duration }: ActivationEnd,
    pointer: string,
    beside: readonly Activation[],
  ): ShownActivation[] {
    const conflicts = conflictsAmong([...beside, ...chosen], this.#catalogue);
    if (conflicts.length > 0) throw conflict(conflicts.join(' '), { pointer, mistakes: conflicts });
    const sandbox = this.#sandbox();
    const length = duration === undefined ? undefined : parseDuration(duration);
    const until = Math.round(sandbox.clock.now() + (length ?? 0));
    if (duration !== undefined && (length === undefined || length <= 0 || !isClockTime(until)))
      throw unusable(
        'This is no duration',
        `Expected a duration such as "PT5M" or "30s", found ${JSON.stringify(duration)}.`,
        '/for',
      );
    const end = { ...(count !== undefined && { count }), ...(length !== undefined && { until }) };
    const activations = chosen.map((activation) => sandbox.standing(activation, end));
    sandbox.perform({ type: 'scenarios-activated', activations });
    return activations.map((activation) => this.#show(activation));
  }

  #deactivate(ids: readonly string[]): void {
    if (ids.length > 0) this.#sandbox().perform({ type: 'scenarios-deactivated', ids });
  }

  /** Those that have not ended by themselves. */
  #standing(): StandingActivation[] {
    const sandbox = this.#sandbox();
    return sandbox.activations.filter((activation) => !hasEnded(activation, sandbox));
  }

  #show(activation: StandingActivation): ShownActivation {
    const { id, scenario, parameters, count, until } = activation;
    return {
      id,
      scenario,
      parameters,
      calls: this.#sandbox().callsOf(activation),
      ...(count !== undefined && { count }),
      ...(until !== undefined && { until: isoTimestamp(until) }),
    };
  }
}

function followed<Value>(pointer: string, select: () => Value): Value {
  try {
    return select();
  } catch (error) {
    throw error instanceof ScenarioSelectionError ? refusal(pointer, error) : error;
  }
}

function refusal(pointer: string, { message, mistakes }: ScenarioSelectionError): Problem {
  return unusable('The selection of scenarios cannot be followed', message, pointer, { mistakes });
}
