/**
 * The command of an audit and the emulator beside it. In disguise, the emulator looks different, so that no client can
 * tell it by what it knows.
 */

import type { Emulator } from '../../start/emulator.js';
import type { RunFolder } from '../../emulator/injection/run-folder.js';
import type { EmulatorOptions } from '../../emulator/options.js';

/** A command that can be run any number of times. */
export interface AuditedCommand {
  /** The command and its arguments. */
  readonly command: readonly string[];
  /** A shell command that makes fresh files before each run. */
  readonly before?: string | undefined;
  /** A shell command whose output after a run is compared with that after a run without faults. */
  readonly compare?: string | undefined;
  /** Options of the emulator beside it. */
  readonly options: EmulatorOptions;
  /** The environment of the command, for the emulator beside it. */
  readonly environmentFor: (emulator: Emulator) => { readonly environment: NodeJS.ProcessEnv } & Removable;
  /** Names of the variables under which the command itself looks for the emulator. Default: the usual ones. */
  readonly ownVariables?: readonly string[];
}

/** Files that are removed after a run. */
export type Removable = Pick<RunFolder, 'remove'>;

/**
 * What an emulator hides: `whole` has another address and client, and no variables of the emulator where the command
 * has its own; `headers` only leaves out the `Emulator-` headers, and its name in access tokens.
 */
export type Disguise = 'whole' | 'headers';

/** Another address of the loopback interface. Only Linux has more than one without set-up. */
const HOST = process.platform === 'linux' ? '127.0.0.2' : 'localhost';
/** A port that no system gives to a program that asks for a free one. Audits have different ones, so none collides. */
const PORT = 10_000 + (process.pid % 9_000);
const CLIENT = { clientId: 'another-institution', clientSecret: 'another-secret' };
/** The variables of the emulator and of the client library. The one of the run, which reporters need, is set later. */
const VARIABLE = /^ID_(?:EMULATOR|SDK)_/;

/** The usual variable that no service has: a client finds the service by the others. */
const NOT_OF_SERVICE = 'ID_EMULATOR_URL';

/** The command beside an emulator in disguise. */
export function disguised(audited: AuditedCommand, disguise: Disguise | undefined): AuditedCommand {
  if (disguise !== 'whole') return audited;

  const { options, environmentFor, ownVariables = [] } = audited;
  const hides = (name: string): boolean => {
    if (ownVariables.length === 0) return name === NOT_OF_SERVICE;
    return VARIABLE.test(name) && !ownVariables.includes(name);
  };

  return {
    ...audited,
    options: { ...options, ...CLIENT, host: HOST, port: PORT },
    environmentFor: (emulator) => {
      const { environment, remove } = environmentFor(emulator);
      const shown = Object.entries(environment).filter(([name]) => !hides(name));
      return { environment: Object.fromEntries(shown), remove };
    },
  };
}
