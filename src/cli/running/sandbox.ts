/** `id-emulator sandbox`: lists, opens, resets and removes sandboxes of a running emulator. */

import type { Command } from 'commander';
import type { ControlOperationId } from '../../contract/control-operations.js';
import type { ShownSandbox } from '../../emulator/control/methods/shown-sandbox.js';
import type { OptionSpec } from '../../emulator/option-spec.js';
import { OPTION_SPECS } from '../../emulator/options.js';
import { consumerVariables } from '../../start/consumer-variables.js';
import { counted } from '../../common/reporting/phrases.js';
import { clientOf, type EmulatorFlags } from './running-emulator.js';
import { type CommandPath, declareCommand, type FlagsOf } from '../settings/declared-command.js';
import { addFlags, fromFlags } from '../settings/settings.js';
import { OF_START } from '../terminal/help.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport } from '../terminal/write-report.js';
import { writeVariables } from '../settings/variable-formats.js';

/** The settings that a sandbox can have of its own. Their defaults are those of the emulator. */
const SPECS = OPTION_SPECS.filter(({ perSandbox }) => perSandbox !== undefined).map(
  ({ default: _default, ...spec }: OptionSpec & { readonly default?: unknown }) => spec as OptionSpec,
);

/** Registers the commands. */
export function addSandboxCommand(root: Command, terminal: Terminal): void {
  const sandbox = declareCommand(root, 'sandbox', terminal);
  const list = declareCommand(sandbox, 'sandbox list', terminal);
  list.action(async ({ json, ...flags }: FlagsOf<'sandbox list'>) => {
    const { sandboxes } = await clientOf(flags).call<{ sandboxes: ShownSandbox[] }>('listSandboxes');
    printReport(sandboxes, () => sandboxes.map(lineOf).join(''), { json }, terminal);
  });
  addOpen(sandbox, terminal);
  const declare = (path: CommandPath, operationId: ControlOperationId): Command =>
    declareCommand(sandbox, path, terminal).action(async (id: string, flags: EmulatorFlags) => {
      await clientOf(flags).call(operationId, { sandbox: id });
    });
  declare('sandbox reset', 'resetSandbox');
  declare('sandbox remove', 'deleteSandbox');
}

function addOpen(sandbox: Command, terminal: Terminal): void {
  const open = declareCommand(sandbox, 'sandbox open', terminal).optionsGroup(OF_START);
  addFlags(open, SPECS);
  open.action(async (given: FlagsOf<'sandbox open'>) => {
    const { url, controlToken, name, format, ...settings } = given;
    const client = clientOf({ url, controlToken });
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
