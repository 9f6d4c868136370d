/** Sandboxes as a store keeps them. */

import { createHash } from 'node:crypto';
import { Base } from '../../domain/world/base.js';
import type { Fixture } from '../../domain/world/fixture.js';
import type { SandboxForm, StoredFixture, StoredSandbox } from '../../store/stored-sandbox.js';
import type { SandboxFactory } from '../sandboxes/sandbox-factory.js';
import { DEFAULT_SETTINGS, stateOptions, type StateOptions } from './state.js';

/** What {@link sandboxForm} works with. */
export interface FormContext {
  readonly factory: SandboxFactory;
  /** Number of exchanges that each journal keeps. */
  readonly journalSize: number;
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
      const { journalSize } = context;
      return context.factory.continued(
        { id, clientId, clientSecret, journalSize, ...settings, base: baseOf(stored) },
        kept,
      );
    },
  };
}
