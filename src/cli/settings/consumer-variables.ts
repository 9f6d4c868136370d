/** The variables of commands that run another one, and the address of an emulator that already runs. */

import { consumerVariables, type ReachableEmulator } from '../../start/consumer-variables.js';
import { UsageError } from '../terminal/failure.js';

/** The address of an emulator that already runs, for commands without `--url`. */
export function urlOfRunningEmulator({ ID_EMULATOR_URL: url }: NodeJS.ProcessEnv): string {
  return url === undefined || url === '' ? 'http://127.0.0.1:4010' : url;
}

/** What a template may contain between braces. */
const PLACEHOLDERS = ['url', 'apiUrl', 'tokenUrl', 'clientId', 'clientSecret', 'network'] as const;

/** A variable under the consumer's own name; the template contains placeholders such as `{apiUrl}`. */
export interface OwnVariable {
  readonly name: string;
  readonly template: string;
}

/** Reads `IDENTITY_URL={apiUrl}`. @throws UsageError if it is no such pair, or a placeholder is unknown */
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

/** The variables with which a consumer reaches this emulator, under the usual names and under the consumer's own. */
export function variablesFor(emulator: ReachableEmulator, own: readonly OwnVariable[]): Record<string, string> {
  const filledIn = ({ template }: OwnVariable): string =>
    PLACEHOLDERS.reduce((text, member) => text.replaceAll(`{${member}}`, () => emulator[member]), template);
  return {
    ...consumerVariables(emulator),
    ...Object.fromEntries(own.map((variable) => [variable.name, filledIn(variable)])),
  };
}
