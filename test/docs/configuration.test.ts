/** docs/reference/configuration.md lists every setting and variable; "npm run docs" writes it. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADDRESS_VARIABLES } from '../../src/start/consumer-variables.js';
import { SETTING_SPECS } from '../../src/cli/settings/settings.js';
import {
  expectedInstead,
  flagName,
  type OptionSpec,
  settingName,
  variableName,
} from '../../src/emulator/option-spec.js';

const PAGE = fileURLToPath(new URL('../../docs/reference/configuration.md', import.meta.url));

const HEAD = `# Configuration

Every setting is a flag, an environment variable and a key of the config file. Flags win over variables, variables over the config file, and that over the defaults. The config file is \`id-emulator.config.yaml\` in the working folder, or the one that \`--config\` or \`ID_EMULATOR_CONFIG\` names; paths in it are relative to it. Unknown names are refused everywhere, with a suggestion.

\`\`\`yaml
# id-emulator.config.yaml
seed: 7
now: 2026-01-31T09:00:00Z
scenario: latency
variant: { error-body: problem }
\`\`\`

A variable has a text, as a flag does; switches take \`true\`, \`false\`, \`1\` or \`0\`. An empty variable counts as missing. In a program the names are in camel case: \`startEmulator({ tokenTtl: 60 })\`, with \`variants\` for \`variant\`, and without \`log\`. A sandbox may have its own value of the settings that are marked ✓: \`emulator.sandbox({ tokenTtl: 60 })\`, or \`POST /_emulator/sandboxes\`.

\`id-emulator <command> --help\` prints the flags of a command: its own, and the settings that it takes. This page is generated.
`;

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}

function settingRow(spec: OptionSpec): string {
  const name = settingName(spec);
  const preset = 'default' in spec && typeof spec.default !== 'object' ? `\`${String(spec.default)}\`` : '';
  const values = spec.type === 'file' ? 'a path' : (expectedInstead(spec, undefined) ?? '');
  const perSandbox = spec.perSandbox === undefined ? '' : '✓';
  return cellsOf([`\`${flagName(spec)}\``, `\`${variableName(name)}\``, values, preset, perSandbox, spec.description!]);
}

function cellsOf(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |\n`;
}

/** The key of a setting is its flag without hyphens, so the table has no column for it. */
function settingsTable(): string {
  return `
## Settings

The key of the config file is the flag without its two hyphens.

| flag | variable | values | default | per sandbox | purpose |
|---|---|---|---|---|---|
${SETTING_SPECS.map(settingRow).join('')}`;
}

function variablesTable(): string {
  return `
## Other variables

| variable | purpose |
|---|---|
| \`ID_EMULATOR_CONFIG\` | the config file |
| ${ADDRESS_VARIABLES.map((name) => `\`${name}\``).join(', ')} | where an emulator is: \`exec\` and \`env\` set them for your program, and commands that talk to a running emulator read \`ID_EMULATOR_URL\` |
| \`ID_EMULATOR_CONFORM_CLIENT_SECRET\`, \`ID_EMULATOR_CONFORM_EXPIRED_TOKEN\` | secrets of [\`conform\`](../compare.md#the-conformance-suite), which no command line should show |
`;
}

test('docs/reference/configuration.md is up to date; "npm run docs" writes it', async () => {
  await expect(HEAD + settingsTable() + variablesTable()).toMatchFileSnapshot(PAGE);
});
