/** `id-emulator sandbox`: lists, opens, resets and removes sandboxes of a running emulator. */

import type { Command } from 'commander';
import type { ControlOperationId } from '../../contract/control-operations.js';
import type { ShownSandbox } from '../../emulator/control/methods/shown-sandbox.js';
import { kebabCase, type OptionSpec, settingName } from '../../emulator/option-spec.js';
import { OPTION_SPECS } from '../../emulator/options.js';
import { consumerVariables } from '../../start/consumer-variables.js';
import { counted } from '../../common/reporting/phrases.js';
import { clientOf, type EmulatorFlags, withEmulator } from './running-emulator.js';
import { fromFlags } from '../settings/settings.js';
import { OF_START } from '../terminal/help.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport } from '../terminal/write-report.js';
import { formatOption, type VariableFormat, writeVariables } from '../settings/variable-formats.js';

/** The settings that a sandbox can have of its own. */
const SPECS: readonly OptionSpec[] = OPTION_SPECS.filter(({ perSandbox }) => perSandbox !== undefined);

/** Registers the commands. */
export function addSandboxCommand(root: Command, terminal: Terminal): void {
  const sandbox = root
    .command('sandbox')
    .description('list, open, reset and remove the sandboxes of a running emulator');
  withEmulator(sandbox.command('list').description('print the open sandboxes, one per line'), terminal)
    .option('--json', 'print JSON')
    .action(async ({ json, ...flags }: EmulatorFlags & { readonly json?: boolean }) => {
      const { sandboxes } = await clientOf(flags, terminal).call<{ sandboxes: ShownSandbox[] }>('listSandboxes');
      printReport(sandboxes, () => sandboxes.map(lineOf).join(''), { json }, terminal);
    });
  addOpen(sandbox, terminal);
  const declare = (name: string, description: string, operationId: ControlOperationId): Command =>
    withEmulator(sandbox.command(`${name} <id>`).description(description), terminal).action(
      async (id: string, flags: EmulatorFlags) => await clientOf(flags, terminal).call(operationId, { sandbox: id }),
    );
  declare('reset', 'reset a sandbox to its state at opening', 'resetSandbox');
  declare('remove', 'remove a sandbox', 'deleteSandbox');
}

function addOpen(sandbox: Command, terminal: Terminal): void {
  const open = withEmulator(
    sandbox.command('open').description('open a sandbox, and print the variables with which a consumer uses it'),
    terminal,
  )
    .option('--name <name>', 'a name for people')
    .addOption(formatOption())
    .optionsGroup(OF_START);
  for (const spec of SPECS)
    open.option(`--${kebabCase(settingName(spec))}${spec.type === 'switch' ? '' : ' <value>'}`, spec.description);
  open.action(async (given: EmulatorFlags & { readonly name?: string; readonly format: VariableFormat }) => {
    const { url, controlToken, name, format, ...settings } = given;
    const client = clientOf({ url, controlToken }, terminal);
    const body = { ...(name !== undefined && { name }), ...fromFlags(settings, SPECS) };
    const { network } = await client.call<{ network: 'devnet' | 'mainnet' }>('getHealth');
    const opened = await client.call<ShownSandbox>('createSandbox', { body });
    const variables = { ID_EMULATOR_SANDBOX: opened.id, ...consumerVariables({ ...opened, network }) };
    terminal.print(writeVariables(variables, format));
  });
}

function lineOf({ id, name, clientId, clock, exchanges }: ShownSandbox): string {
  return `${[id, clientId, clock.time, counted(exchanges, 'exchange'), name ?? []].flat().join('  ')}\n`;
}
