/** `id-emulator env`: prints the variables with which a consumer reaches the emulator. */

import { type Command, Option } from 'commander';
import { completeOptions } from '../options.js';
import { urlOf } from '../platform/emulator-url.js';
import { consumerVariables } from './consumer-variables.js';
import { shellQuote, type Terminal } from './terminal.js';
import { UsageError } from './failure.js';
import { SETTING_SPECS, type Settings, withSettings } from './settings.js';

/** How each format writes a variable. */
const FORMATS = {
  shell: (name: string, value: string) => `export ${name}=${shellQuote(value)}\n`,
  dotenv: (name: string, value: string) => `${name}=${dotenvQuote(value)}\n`,
  github: (name: string, value: string) => githubLine(name, value),
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'\n`,
} as const;

type Format = keyof typeof FORMATS | 'json';

/** Declares the command. */
export function addEnvCommand(root: Command, terminal: Terminal): void {
  const command = root
    .command('env')
    .description('print the variables with which a consumer reaches the emulator')
    .addOption(
      new Option('--format <format>', 'lines for a shell, a .env file, $GITHUB_ENV or PowerShell, or one JSON object')
        .choices([...Object.keys(FORMATS), 'json'])
        .default('shell'),
    );
  withSettings(command, SETTING_SPECS, terminal, (settings) => {
    terminal.print(env(settings, command.opts<{ format: Format }>().format));
  });
}

/**
 * Writes the variables: addresses and credentials, under the emulator's names and those of the client library.
 * @throws UsageError with port 0, because only the running emulator knows its port
 */
export function env({ log: _log, ...options }: Settings, format: Format): string {
  const { host, port, network, clientId, clientSecret } = completeOptions(options);
  if (port === 0)
    throw new UsageError(
      'with --port 0 only the running emulator knows its port; use "exec -- <command>", or read it from the first line of "start --log json"',
    );
  const url = urlOf(host, port);
  const variables = consumerVariables({
    url,
    apiUrl: `${url}/api/v1`,
    tokenUrl: `${url}/oauth/token`,
    clientId,
    clientSecret,
    network,
  });
  if (format === 'json') return `${JSON.stringify(variables, undefined, 2)}\n`;
  return Object.entries(variables)
    .map(([name, value]) => FORMATS[format](name, value))
    .join('');
}

/** Single quotes keep everything but themselves; a value that has one needs double quotes. */
function dotenvQuote(value: string): string {
  if (/^[\w@%+:,./-]*$/.test(value)) return value;
  return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#multiline-strings */
function githubLine(name: string, value: string): string {
  if (!value.includes('\n')) return `${name}=${value}\n`;
  const end = 'END_OF_VALUE';
  return `${name}<<${end}\n${value}\n${end}\n`;
}
