/**
 * Collects the active scenarios of a request. There are four ways to select scenarios, which apply in this order: the
 * sandbox, the client ID, the header, the parties that the request names.
 */

import type { Activation } from '../domain/sandbox/activation.js';
import { BoundedMap } from '../domain/bounded-map.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { SUFFIX_MARK } from '../domain/sandbox/sandboxes.js';
import { hasEnded } from '../scenarios/firing.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { conflictsAmong, ScenarioSelectionError, selectScenarios } from '../scenarios/select-scenarios.js';

/** A selection that belongs to a client or a party. */
interface NamedSelection {
  /** The ID of the client or the party. */
  readonly name: string;
  /** The selection: `latency, rate-limit-burst;burst=2`. */
  readonly text: string;
}

/** How many parsed selections of clients and parties are kept. All requests of a client have the same selection. */
const MOST_PARSED = 1_000;
const NONE: readonly Activation[] = [];

/** Finds the scenarios that apply to a request, and remembers the selections that it has parsed. */
export class ActiveScenarios {
  readonly #catalogue: Catalogue;
  readonly #parsed = new BoundedMap<string, readonly Activation[]>(MOST_PARSED);

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** The scenarios that apply to every request of the sandbox, except those that have ended. */
  ofSandbox(sandbox: Sandbox): readonly Activation[] {
    const { activations } = sandbox;
    // Each request comes here, and scenarios seldom end: usually, no new list is needed.
    if (!activations.some((activation) => hasEnded(activation, sandbox))) return activations;
    return activations.filter((activation) => !hasEnded(activation, sandbox));
  }

  /**
   * The scenarios that a client ID selects: `demo-institution+rate-limit-burst;burst=2+latency`.
   * @throws ScenarioSelectionError
   */
  ofClient({ clientId: ownId }: Sandbox, clientId: string): readonly Activation[] {
    if (!clientId.startsWith(ownId + SUFFIX_MARK)) return NONE;

    const text = clientId.slice(ownId.length + 1).replaceAll(SUFFIX_MARK, ', ');
    return this.#select('client', { name: clientId, text });
  }

  /** The scenarios that parties select. @throws ScenarioSelectionError */
  ofParties(selections: readonly NamedSelection[]): readonly Activation[] {
    if (selections.length === 0) return NONE;
    return selections.flatMap((selection) => this.#select('party', selection));
  }

  /**
   * The scenarios that the `Emulator-Scenario` header selects.
   * @throws ScenarioSelectionError
   */
  ofHeader(header: string | string[] | undefined): readonly Activation[] {
    if (typeof header !== 'string') return NONE;
    return selectScenarios(header, this.#catalogue, { selector: 'header' });
  }

  /**
   * Joins all selections in order.
   * @throws ScenarioSelectionError if the scenarios cannot be active together
   */
  combine(...selections: readonly (readonly Activation[])[]): readonly Activation[] {
    const [first = NONE, ...others] = selections.filter((selection) => selection.length > 0);
    // The scenarios of one selection were checked when it was read.
    if (others.length === 0) return first;

    const all = [first, ...others].flat();
    const conflicts = conflictsAmong(all, this.#catalogue);
    if (conflicts.length > 0) throw new ScenarioSelectionError(conflicts);

    return all;
  }

  /** The activations of a selection, which is parsed once. @throws ScenarioSelectionError */
  #select(selector: 'client' | 'party', { name, text }: NamedSelection): readonly Activation[] {
    const key = `${selector} ${name} ${text}`;
    const known = this.#parsed.get(key);
    if (known !== undefined) return known;

    const selected = selectScenarios(text, this.#catalogue, { selector, name });
    this.#parsed.set(key, selected);
    return selected;
  }
}
