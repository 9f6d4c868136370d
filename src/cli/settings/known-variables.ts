/** The environment variables that begin with `ID_EMULATOR_`, and which of them are known. */

import { nearest } from '../../contract/suggestions.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';
import { ADDRESS_VARIABLES } from '../../start/consumer-variables.js';
import { UsageError } from '../terminal/failure.js';
import { settingName, variableName } from '../../emulator/option-spec.js';
import { SETTING_SPECS } from './settings.js';

/** The beginning of the names of all variables. */
const PREFIX = 'ID_EMULATOR_';

/** The secrets of `id-emulator conform`. Others can read the command line of a process, but not its variables. */
export const CONFORM_SECRET_VARIABLE = 'ID_EMULATOR_CONFORM_CLIENT_SECRET';
export const CONFORM_TOKEN_VARIABLE = 'ID_EMULATOR_CONFORM_EXPIRED_TOKEN';

/**
 * Variables that Kubernetes gives to every container beside a service with the name `id-emulator`: for example
 * `ID_EMULATOR_SERVICE_HOST`, `ID_EMULATOR_SERVICE_PORT_HTTP` and `ID_EMULATOR_PORT_4010_TCP_ADDR`.
 */
const OF_KUBERNETES =
  /^ID_EMULATOR_(?:SERVICE_(?:HOST|PORT)|SERVICE_PORT_[A-Z0-9_]+|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

type SplitEnvironment = Readonly<{ environment: NodeJS.ProcessEnv; ofKubernetes: string[] }>;

/**
 * The environment without the variables that Kubernetes adds for a service with the name `id-emulator`, such as
 * `ID_EMULATOR_PORT=tcp://10.0.0.1:4010`; and the names of these variables.
 */
export function withoutKubernetes(environment: NodeJS.ProcessEnv): SplitEnvironment {
  const port = variableName('port');
  // `--port` and Kubernetes have a variable of this name. The variable of Kubernetes contains an address.
  const isAddress = /^(?:tcp|udp|sctp):\/\//.test(environment[port] ?? '');
  const isOfKubernetes = (name: string): boolean => OF_KUBERNETES.test(name) || (name === port && isAddress);
  const ofKubernetes = Object.keys(environment).filter(isOfKubernetes);
  const others = Object.entries(environment).filter(([name]) => !isOfKubernetes(name));

  return { environment: Object.fromEntries(others), ofKubernetes };
}

/**
 * Refuses unknown names: a mistyped name would be a setting without an effect.
 * @throws UsageError with every unknown name
 */
export function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const known = new Set([
    ...SETTING_SPECS.map((spec) => variableName(settingName(spec))),
    variableName('config'),
    ...ADDRESS_VARIABLES,
    CONFORM_SECRET_VARIABLE,
    CONFORM_TOKEN_VARIABLE,
    RUN_VARIABLE,
  ]);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.has(name));
  if (unknown.length === 0) return;

  const mistakes = unknown.map((name) => `there is no environment variable ${name}${nearest(name, [...known])}`);
  throw new UsageError(mistakes.join('; '));
}
