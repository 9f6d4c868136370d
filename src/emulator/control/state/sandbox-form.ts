/** Sandboxes as a store keeps them. */

import type { SandboxForm } from '../../store/keeper.js';
import type { SandboxFactory } from '../sandboxes/sandbox-factory.js';
import { DEFAULT_SETTINGS, stateOptions, type StateOptions } from './state.js';

/** What {@link sandboxForm} works with. */
export interface FormContext {
  readonly factory: SandboxFactory;
  /** Number of exchanges that each journal keeps. */
  readonly journalSize: number;
}

/** Writes sandboxes for a store, and reads them again. */
export function sandboxForm({ factory, journalSize }: FormContext): SandboxForm {
  return {
    write(sandbox) {
      const { settings, id, clientId } = sandbox;
      const { clientSecret } = settings;
      return { id, clientId, clientSecret, options: stateOptions(settings), kept: sandbox.keptState() };
    },

    read({ id, clientId, clientSecret, options, kept }) {
      const { fixture, seed, population, ...others } = options as unknown as StateOptions;
      const base = factory.restoredBase(fixture, seed, population);
      return factory.continued({ id, clientId, clientSecret, journalSize, ...DEFAULT_SETTINGS, ...others, base }, kept);
    },
  };
}
