/** `id-emulator call`: calls one operation, and prints request and response with the reason for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseList, serializeList, Token } from 'structured-headers';
import { curlCommand, shellQuote, tokenCommand } from '../../common/reporting/commands.js';
import { OPERATION_IDS, type OperationId } from '../../contract/operation.js';
import type { ExplainedExchange } from '../../emulator/control/documents.js';
import { hasStatus } from '../../emulator/journal/exchange-line.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import { findRemoteSandbox, type RemoteSandbox } from '../../remote/remote-sandbox.js';
import { startEmulator } from '../../start/emulator.js';
import { type ExampleRequest, exampleRequest } from '../examples/example-request.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { refuseUnknown } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { explainedText } from './explained-text.js';
import { clientOf, emulatorAddress } from './running-emulator.js';

type CallFlags = FlagsOf<'call'>;

export const ACTIONS: Actions<'call'> = {
  call: async ({ words: [operation = ''], flags, command, terminal }) => {
    const { expect, url } = flags;
    refuseUnknown('there is no operation', operation, OPERATION_IDS);
    if (expect !== undefined && !/^[1-5](?:\d\d|xx)$/.test(expect))
      throw new UsageError(`--expect: expected a status such as 429 or 4xx, found ${JSON.stringify(expect)}`);

    const { ID_EMULATOR_URL: variable = '' } = terminal.environment;
    const isAddressGiven = command.getOptionValueSource('url') === 'cli' || variable !== '';
    if (isAddressGiven || (await answers(clientOf(flags)))) {
      await call(operation, flags, terminal);
      return;
    }

    await using own = await startEmulator({ port: 0 });
    const what = flags.curl ? 'start one, and paste this' : 'this call has one of its own';
    terminal.printError(`id-emulator: no emulator runs at ${url}: ${what}\n`, 'people');
    await call(operation, { ...flags, url: own.url, sandbox: 'default' }, terminal, url);
  },
};

/** @throws RemoteEmulatorError if another server answers */
async function answers(client: ControlPlaneClient): Promise<boolean> {
  try {
    await client.call('getHealth');
    return true;
  } catch (error) {
    if (error instanceof RemoteEmulatorError && error.cause !== undefined) return false;
    throw error;
  }
}

/**
 * @param shownUrl the address in a command to paste. Default: the address of the emulator of the call
 * @throws CheckError if the status is not the expected one, UsageError if a name is unknown
 */
async function call(operation: string, flags: CallFlags, terminal: Terminal, shownUrl?: string): Promise<void> {
  const { scenario, party, expect, curl = false, sandbox: id } = flags;
  const sandbox = await findRemoteSandbox(emulatorAddress(flags), id);
  const request = await exampleRequest(sandbox, operation as OperationId, party);
  if (curl) {
    const { url } = sandbox;
    terminal.print(curlText(request, sandbox, scenario).replaceAll(url, shownUrl ?? url));
    return;
  }

  const { method, target, headers, body, hasToken } = request;
  const selection: (typeof headers)[number][] =
    scenario === undefined ? [] : [['Emulator-Scenario', withOwnCount(scenario)]];
  const sent = await sandbox.send({
    ...{ method, target, headers: [...headers, ...selection] },
    ...(body !== undefined && { body }),
    ...(hasToken && { clientId: sandbox.clientId }),
  });
  if (sent.refusedByEmulator) throw new UsageError(`--scenario: ${sent.diagnostics.join('; ')}`);

  const exchange = await whenWritten(sent, clientOf(flags), id);
  terminal.print(explainedText(exchange), 'people');
  const status = hasStatus(exchange) ? String(exchange.status) : 'no response';
  if (expect !== undefined && !new RegExp(`^${expect.replaceAll('x', '.')}$`).test(status))
    throw new CheckError(`expected ${expect}, found ${status}`);
}

/** The counter of these calls. It is separate from those of clients, so each call is the first one. */
const OWN_COUNT = 'call';

function withOwnCount(selection: string): string {
  try {
    const items = parseList(selection).map(
      ([item, parameters]) => [item, new Map([['activation', new Token(OWN_COUNT)], ...parameters])] as const,
    );
    return serializeList(items as unknown as Parameters<typeof serializeList>[0]);
  } catch {
    // The emulator reports what is wrong with the selection.
    return selection;
  }
}

/** Milliseconds between two reads of the exchange, and milliseconds that a response may take. */
const PAUSE = 50;
const LONGEST = 10_000;

/** The exchange once its response is written, which faults can delay. If it is never written, the exchange as it is. */
async function whenWritten(
  sent: ExplainedExchange,
  client: ControlPlaneClient,
  sandbox: string,
): Promise<ExplainedExchange> {
  let exchange = sent;
  for (let waited = 0; waited < LONGEST; waited += PAUSE) {
    if (exchange.duration !== undefined || exchange.response.ending !== undefined) break;
    await sleep(PAUSE);
    exchange = await client.call<ExplainedExchange>('getExchange', { sandbox, target: exchange.id });
  }

  return exchange;
}

/** The commands for a shell: the first one gets a token. */
function curlText({ target, headers, ...request }: ExampleRequest, to: RemoteSandbox, scenario = ''): string {
  const selection: (typeof headers)[number][] = scenario === '' ? [] : [['Emulator-Scenario', scenario]];
  const call = curlCommand({
    ...request,
    headers: [...headers, ...selection],
    address: shellQuote(to.url + target),
  });
  const commands = request.hasToken ? [tokenCommand(to), call] : [call];

  return commands.map((command) => `${command}\n`).join('');
}
