/** Sandboxes as a store keeps them. */

import { createHash } from 'node:crypto';
import { mistakenChoices, nonDefaultChoices } from '../../../contract/variants/choose-variants.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import type { Activation } from '../../domain/sandbox/activation.js';
import { Base } from '../../domain/world/base.js';
import type { Fixture } from '../../domain/world/fixture.js';
import { findActivationMistake } from '../../scenarios/select-scenarios.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { StoreError } from '../../store/store-error.js';
import type { SandboxForm, StoredFixture, StoredSandbox } from '../../store/stored-sandbox.js';
import type { SandboxFactory } from '../sandboxes/sandbox-factory.js';
import { DEFAULT_SETTINGS, stateOptions, type StateOptions } from './state.js';

/** What {@link sandboxForm} works with. */
export interface FormContext {
  readonly factory: SandboxFactory;
  readonly catalogue: Catalogue;
  readonly contracts: Contracts;
  /** Number of exchanges that each journal keeps. */
  readonly journalSize: number;
  /** Called with each sentence that the user of the emulator should read. */
  readonly onWarning: (message: string) => void;
}

/** Writes sandboxes for a store, and reads them again. */
export function sandboxForm(context: FormContext): SandboxForm {
  const digests = new WeakMap<Fixture, StoredFixture>();

  function storedFixture(fixture: Fixture): StoredFixture {
    let stored = digests.get(fixture);
    if (stored === undefined) {
      const text = JSON.stringify(fixture);
      digests.set(fixture, (stored = { sha256: createHash('sha256').update(text).digest('hex'), text }));
    }
    return stored;
  }

  function baseOf({ fixture, options }: StoredSandbox): Base {
    const { seed, population } = options as unknown as StateOptions;
    if (typeof fixture === 'string') return context.factory.baseOf(fixture, seed, { asked: population });
    return context.factory.cachedBase(
      [fixture.sha256, seed, population],
      () => new Base(JSON.parse(fixture.text) as Fixture, seed, population),
    );
  }

  return {
    write(sandbox) {
      const { settings, id, clientId } = sandbox;
      const { fixture, ...options } = stateOptions(settings);
      return {
        id,
        clientId,
        clientSecret: settings.clientSecret,
        options,
        fixture: typeof fixture === 'string' ? fixture : storedFixture(fixture),
        kept: sandbox.keptState(),
      };
    },

    read(stored) {
      const { id, clientId, clientSecret, kept } = stored;
      const settings = { ...DEFAULT_SETTINGS, ...(stored.options as unknown as Omit<StateOptions, 'fixture'>) };
      const { points, revisions } = context.contracts;
      const mistakes = mistakenChoices(settings.variants, points);
      if (!revisions.includes(settings.revision)) mistakes.unshift(`there is no revision "${settings.revision}"`);
      if (mistakes.length > 0)
        throw new StoreError(`this version of the emulator cannot continue sandbox "${id}": ${mistakes.join('; ')}`);
      const isKnown = (activation: Activation): boolean =>
        findActivationMistake(activation, context.catalogue) === undefined;
      return context.factory.continued(
        {
          id,
          clientId,
          clientSecret,
          journalSize: context.journalSize,
          ...settings,
          variants: nonDefaultChoices(settings.variants, points),
          activations: settings.activations.filter(isKnown),
          base: baseOf(stored),
        },
        kept,
      );
    },

    endUnknownScenarios(sandbox) {
      const mistakes = sandbox.activations.flatMap(({ id, ...activation }) => {
        const mistake = findActivationMistake(activation, context.catalogue);
        return mistake === undefined ? [] : [{ id, message: mistake.message }];
      });
      if (mistakes.length === 0) return;
      sandbox.perform({ type: 'scenarios-deactivated', ids: mistakes.map(({ id }) => id) });
      const messages = mistakes.map(({ message }) => message).join(' ');
      context.onWarning(`a scenario of sandbox "${sandbox.id}" has ended with the restart: ${messages}`);
    },
  };
}
