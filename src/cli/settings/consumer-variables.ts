/** The environment variables with which a consumer reaches a running emulator. */

import type { ListeningEmulator } from '../../start/emulator-server.js';
import { UsageError } from '../terminal/failure.js';

/** What a consumer needs to know of an emulator. */
export type ReachableEmulator = Pick<
  ListeningEmulator,
  'url' | 'apiUrl' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'network'
>;

/** The emulator's own names. They are no settings, so a command that runs inside must know them. */
const OWN_VARIABLES = {
  ID_EMULATOR_URL: 'url',
  ID_EMULATOR_API_URL: 'apiUrl',
  ID_EMULATOR_TOKEN_URL: 'tokenUrl',
  ID_EMULATOR_CLIENT_ID: 'clientId',
  ID_EMULATOR_CLIENT_SECRET: 'clientSecret',
} as const satisfies Readonly<Record<string, keyof ReachableEmulator>>;

/** Names of the variables that say where an emulator is. */
export const ADDRESS_VARIABLES: readonly string[] = [...Object.keys(OWN_VARIABLES), 'ID_EMULATOR_AUTHORITY'];

/** The address of an emulator that runs already; commands that talk to one use it unless they have `--url`. */
export function urlOfRunningEmulator({ ID_EMULATOR_URL: url }: NodeJS.ProcessEnv): string {
  return url === undefined || url === '' ? 'http://127.0.0.1:4010' : url;
}

/** Every variable: the emulator's own, and those that the client library reads. */
export function consumerVariables(emulator: ReachableEmulator): Record<string, string> {
  const own = Object.entries(OWN_VARIABLES).map(([variable, member]) => [variable, emulator[member]] as const);
  const prefix = `ID_SDK_${emulator.network.toUpperCase()}`;
  return {
    ...Object.fromEntries(own),
    [`${prefix}_BASE_URL`]: emulator.url,
    [`${prefix}_TOKEN_URL`]: emulator.tokenUrl,
    ID_SDK_NETWORK: emulator.network,
    ID_SDK_CLIENT_ID: emulator.clientId,
    ID_SDK_CLIENT_SECRET: emulator.clientSecret,
  };
}

/** What a template may contain between braces. */
const PLACEHOLDERS = ['url', 'apiUrl', 'tokenUrl', 'clientId', 'clientSecret', 'network'] as const;

/** A variable under the consumer's own name; the template contains placeholders such as `{apiUrl}`. */
export interface OwnVariable {
  readonly name: string;
  readonly template: string;
}

/**
 * Reads `IDENTITY_URL={apiUrl}`.
 * @throws UsageError if it is no such pair, or a placeholder is unknown
 */
export function ownVariable(text: string): OwnVariable {
  const equals = text.indexOf('=');
  const [name, template] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals < 1 || !/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name))
    throw new UsageError(`--env: expected a variable as in IDENTITY_URL={apiUrl}, found ${JSON.stringify(text)}`);
  for (const [placeholder, inner = ''] of template.matchAll(/\{(\w*)\}/g)) {
    if (PLACEHOLDERS.some((known) => known === inner)) continue;
    const known = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
    throw new UsageError(`--env: expected one of ${known} in ${name}, found ${placeholder}`);
  }
  return { name, template };
}

/** The value of the variable for this emulator. */
export function filledIn({ template }: OwnVariable, emulator: ReachableEmulator): string {
  return PLACEHOLDERS.reduce((text, member) => text.replaceAll(`{${member}}`, () => emulator[member]), template);
}
