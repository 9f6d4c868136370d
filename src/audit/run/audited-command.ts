/**
 * The command of an audit, and the emulator that the command reaches. A client may behave well only with an emulator.
 * In disguise, the emulator has other addresses and credentials, so that the client cannot recognise it.
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
  /** Options of the emulator of the command. */
  readonly options: EmulatorOptions;
  /** Makes the environment in which the command reaches its emulator. */
  readonly environmentFor: (emulator: Emulator) => { readonly environment: NodeJS.ProcessEnv } & Removable;
  /** Names of the variables in which the command itself looks for the emulator. Default: the usual variables. */
  readonly ownVariables?: readonly string[];
}

/** Files that are removed after a run. */
export type Removable = Pick<RunFolder, 'remove'>;

/**
 * What an emulator hides:
 * - `whole`: it has another address and another client. If the command has variables of its own, the usual variables of
 *   the emulator are absent.
 * - `headers`: it only leaves out the `Emulator-` headers, and its name in access tokens.
 */
export type Disguise = 'whole' | 'headers';

/** Another address of the loopback interface. Only on Linux, further addresses work without set-up. */
const HOST = process.platform === 'linux' ? '127.0.0.2' : 'localhost';
/**
 * A port that no system gives to a program that asks for a free port. Audits that run at one time have different
 * processes, and so usually different ports.
 */
const PORT = 10_000 + (process.pid % 9_000);
const CLIENT = { clientId: 'another-institution', clientSecret: 'another-secret' };
/** Matches the variables of the emulator and of the client library. The variable of the run is set later, and stays. */
const VARIABLE = /^ID_(?:EMULATOR|SDK)_/;

/** The usual variable that no service has. A client finds the service by the other variables. */
const NOT_OF_SERVICE = 'ID_EMULATOR_URL';

/** The command beside an emulator in disguise. */
export function disguised(audited: AuditedCommand, disguise: Disguise | undefined): AuditedCommand {
  if (disguise !== 'whole') return audited;

  const { options, environmentFor, ownVariables = [] } = audited;
  const hides = (name: string): boolean => {
    // A command without variables of its own needs the usual variables.
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
