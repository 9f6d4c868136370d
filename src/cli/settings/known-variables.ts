/** The environment variables that begin with `ID_EMULATOR_`, and which of them are known. */

import { nearest } from '../../contract/suggestions.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';
import { ADDRESS_VARIABLES } from '../../start/consumer-variables.js';
import { UsageError } from '../terminal/failure.js';
import { settingName, variableName } from '../../emulator/option-spec.js';
import { SETTING_SPECS } from './settings.js';

const PREFIX = 'ID_EMULATOR_';

/** A secret of `id-emulator conform`: others can read the command line, but not the variables, of a process. */
export const SECRET_VARIABLE = 'ID_EMULATOR_CONFORM_CLIENT_SECRET';
export const EXPIRED_TOKEN_VARIABLE = 'ID_EMULATOR_CONFORM_EXPIRED_TOKEN';

/** Variables that Kubernetes gives to every container beside a service with the name `id-emulator`. */
const OF_KUBERNETES =
  /^ID_EMULATOR_(?:SERVICE_(?:HOST|PORT)|SERVICE_PORT_[A-Z0-9_]+|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/**
 * The environment without the variables that Kubernetes adds for a service with the name `id-emulator`, such as
 * `ID_EMULATOR_PORT=tcp://10.0.0.1:4010`; and the names of these variables.
 */
export function withoutKubernetes(environment: NodeJS.ProcessEnv): {
  readonly environment: NodeJS.ProcessEnv;
  readonly ofKubernetes: readonly string[];
} {
  const isOfKubernetes = ([name, value = '']: readonly [string, string | undefined]): boolean =>
    OF_KUBERNETES.test(name) || (name === variableName('port') && /^(?:tcp|udp|sctp):\/\//.test(value));
  const entries = Object.entries(environment);
  return {
    environment: Object.fromEntries(entries.filter((entry) => !isOfKubernetes(entry))),
    ofKubernetes: entries.filter(isOfKubernetes).map(([name]) => name),
  };
}

/**
 * Refuses unknown names: a mistyped name would be a setting without an effect.
 * @throws UsageError with every unknown name
 */
export function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const known = [
    ...SETTING_SPECS.map((spec) => variableName(settingName(spec))),
    variableName('config'),
    ...ADDRESS_VARIABLES,
    SECRET_VARIABLE,
    RUN_VARIABLE,
    EXPIRED_TOKEN_VARIABLE,
  ];
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  if (unknown.length === 0) return;

  throw new UsageError(
    unknown.map((name) => `there is no environment variable ${name}${nearest(name, [...new Set(known)])}`).join('; '),
  );
}
