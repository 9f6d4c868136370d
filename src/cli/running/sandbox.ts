/** `id-emulator sandbox`: lists, opens, resets and removes sandboxes of a running emulator. */

import { withoutUndefined } from '../../common/json.js';
import type { ShownSandbox } from '../../emulator/control/methods/shown-sandbox.js';
import type { OptionSpec } from '../../emulator/option-spec.js';
import { OPTION_SPECS } from '../../emulator/options.js';
import { consumerVariables } from '../../start/consumer-variables.js';
import { counted } from '../../common/reporting/phrases.js';
import { clientOf } from './running-emulator.js';
import type { Actions } from '../settings/declared-command.js';
import { printReport } from '../terminal/write-report.js';
import { writeVariables } from '../settings/variable-formats.js';

/** The settings that a sandbox may override. They have no defaults here: a sandbox inherits those of the emulator. */
const OVERRIDABLE = OPTION_SPECS.filter(({ perSandbox }) => perSandbox !== undefined).map(
  ({ default: _default, ...spec }: OptionSpec & { readonly default?: unknown }) => spec as OptionSpec,
);

export const OWN_SETTINGS = { 'sandbox open': OVERRIDABLE };

export const ACTIONS: Actions<'sandbox list' | 'sandbox open' | 'sandbox reset' | 'sandbox remove'> = {
  'sandbox list': async ({ flags, terminal }) => {
    const { sandboxes } = await clientOf(flags).call<{ sandboxes: ShownSandbox[] }>('listSandboxes');
    printReport(sandboxes, () => sandboxes.map(lineOf).join(''), flags, terminal);
  },
  'sandbox open': async ({ flags, settings, terminal }) => {
    const { name, format } = flags;
    const client = clientOf(flags);
    const body = { ...withoutUndefined({ name }), ...settings };
    // All sandboxes of an emulator have one network, so a sandbox does not tell it.
    const { network } = await client.call<{ network: 'devnet' | 'mainnet' }>('getHealth');
    const opened = await client.call<ShownSandbox>('createSandbox', { body });
    const variables = { ID_EMULATOR_SANDBOX: opened.id, ...consumerVariables({ ...opened, network }) };
    terminal.print(writeVariables(variables, format));
  },
  'sandbox reset': ({ words: [sandbox], flags }) => clientOf(flags).call('resetSandbox', { sandbox: sandbox! }),
  'sandbox remove': ({ words: [sandbox], flags }) => clientOf(flags).call('deleteSandbox', { sandbox: sandbox! }),
};

function lineOf({ id, name, clientId, clock, exchanges }: ShownSandbox): string {
  const columns = [id, clientId, clock.time, counted(exchanges, 'exchange')];
  if (name !== undefined) columns.push(name);

  return `${columns.join('  ')}\n`;
}
