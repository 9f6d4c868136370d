/** `id-emulator call`: calls one operation, and prints request and response with the reason for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseList, serializeList, Token } from 'structured-headers';
import { withoutUndefined } from '../../common/json.js';
import { curlCommand, shellQuote, tokenCommand } from '../../common/reporting/commands.js';
import { OPERATION_IDS, type OperationId } from '../../contract/operation.js';
import type { ExplainedExchange } from '../../emulator/control/documents.js';
import type { HeaderField } from '../../emulator/journal/exchange.js';
import { hasStatus } from '../../emulator/journal/exchange-line.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import { findRemoteSandbox, type RemoteSandbox } from '../../remote/remote-sandbox.js';
import { startEmulator } from '../../start/emulator.js';
import { type ExampleRequest, exampleRequest } from '../examples/example-request.js';
import type { Actions, FlagsOf } from '../settings/declared-command.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { isTyped, refuseUnknown } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { explainedText } from './explained-text.js';
import { clientOf, emulatorAddress } from './running-emulator.js';

export const ACTIONS: Actions<'call'> = {
  call: async ({ words: [operation = ''], flags, command, terminal }) => {
    const { expect, url } = flags;
    refuseUnknown('there is no operation', operation, OPERATION_IDS);
    if (expect !== undefined && !/^[1-5](?:\d\d|xx)$/.test(expect))
      throw new UsageError(`--expect: expected a status such as 429 or 4xx, found ${JSON.stringify(expect)}`);

    if (expect !== undefined && flags.curl === true)
      throw new UsageError('--expect: expected no --curl, which sends nothing');

    // An address that the user names has to be right. Without one, a missing emulator is started for this call.
    const { ID_EMULATOR_URL: variable = '' } = terminal.environment;
    const isAddressGiven = isTyped(command, 'url') || variable !== '';
    if (isAddressGiven || (await answers(clientOf(flags)))) {
      await call(operation, flags, terminal);
      return;
    }

    await using ownEmulator = await startEmulator({ port: 0 });
    const remedy = flags.curl ? 'start one, and paste this' : 'this call has one of its own';
    terminal.printError(`id-emulator: no emulator runs at ${url}: ${remedy}\n`, 'people');
    // The user pastes a printed command when an emulator runs at the usual address.
    await call(operation, { ...flags, url: ownEmulator.url, sandbox: 'default' }, terminal, url);
  },
};

/** Whether an emulator answers. @throws RemoteEmulatorError if another server answers */
async function answers(client: ControlPlaneClient): Promise<boolean> {
  try {
    await client.call('getHealth');
    return true;
  } catch (error) {
    // Only the error of a failed connection has a cause.
    const isUnreachable = error instanceof RemoteEmulatorError && error.cause !== undefined;
    if (isUnreachable) return false;

    throw error;
  }
}

/**
 * Sends the request, and prints the exchange; or prints the command for curl.
 * @param pastedUrl the address in a command for curl. Default: the address of the emulator of the call
 * @throws CheckError if the status is not the expected one, UsageError if a name is unknown
 */
async function call(operation: string, flags: FlagsOf<'call'>, terminal: Terminal, pastedUrl?: string): Promise<void> {
  const { scenario, party, expect, curl = false, sandbox: id } = flags;
  const sandbox = await findRemoteSandbox(emulatorAddress(flags), id);
  const request = await exampleRequest(sandbox, operation as OperationId, party);
  if (curl) {
    terminal.print(curlText(request, sandbox, scenario).replaceAll(sandbox.url, pastedUrl ?? sandbox.url));
    return;
  }

  // The emulator sends the request to itself, with a token of the sandbox.
  const { method, target, body, hasToken } = request;
  const headers = [...request.headers, ...selectionHeaders(scenario && withOwnCount(scenario))];
  const clientId = hasToken ? sandbox.clientId : undefined;
  const sent = await sandbox.send({ method, target, headers, ...withoutUndefined({ body, clientId }) });
  // The request is valid, so the emulator can only refuse the selection of scenarios.
  if (sent.refusedByEmulator) throw new UsageError(`--scenario: ${sent.diagnostics.join('; ')}`);

  const exchange = await whenWritten(sent, clientOf(flags), id);
  terminal.print(explainedText(exchange), 'people');

  const status = hasStatus(exchange) ? String(exchange.status) : 'no response';
  // `4xx` becomes the pattern `4..`, which matches each status such as 404.
  if (expect !== undefined && !new RegExp(`^${expect.replaceAll('x', '.')}$`).test(status))
    throw new CheckError(`expected ${expect}, found ${status}`);
}

/** The header that selects scenarios; none without a selection. */
function selectionHeaders(scenario = ''): HeaderField[] {
  return scenario === '' ? [] : [['Emulator-Scenario', scenario]];
}

/**
 * The name of the activation, under which a scenario counts these calls apart from the calls of the user's own clients.
 * `rate-limit-burst`, for example, fails only the first calls that it counts.
 */
const OWN_COUNT = 'call';

/** `rate-limit-burst` becomes `rate-limit-burst;activation=call`. */
function withOwnCount(selection: string): string {
  try {
    const items = parseList(selection).map(([item, parameters]) => {
      return [item, new Map([['activation', new Token(OWN_COUNT)], ...parameters])] as const;
    });
    // The parser returns a list that is read-only by its type, and the function expects a list that is not.
    return serializeList(items as unknown as Parameters<typeof serializeList>[0]);
  } catch {
    // The emulator reports what is wrong with the selection.
    return selection;
  }
}

/** Milliseconds between two reads of the exchange. */
const PAUSE = 50;
/** Milliseconds that a response may take. */
const LONGEST_RESPONSE = 10_000;

/** Waits until the response is written, which a fault can delay. After the longest time, it returns what is known. */
async function whenWritten(
  sent: ExplainedExchange,
  client: ControlPlaneClient,
  sandbox: string,
): Promise<ExplainedExchange> {
  let exchange = sent;
  for (let waited = 0; waited < LONGEST_RESPONSE; waited += PAUSE) {
    const isWritten = exchange.duration !== undefined || exchange.response.ending !== undefined;
    if (isWritten) break;

    await sleep(PAUSE);
    exchange = await client.call<ExplainedExchange>('getExchange', { sandbox, target: exchange.id });
  }

  return exchange;
}

/** The commands for a shell: the first one gets a token. */
function curlText({ target, headers, ...request }: ExampleRequest, sandbox: RemoteSandbox, scenario?: string): string {
  const callCommand = curlCommand({
    ...request,
    headers: [...headers, ...selectionHeaders(scenario)],
    address: shellQuote(sandbox.url + target),
  });
  // The first command keeps the token in a variable of the shell, which the second one reads.
  const commands = request.hasToken ? [tokenCommand(sandbox), callCommand] : [callCommand];

  return commands.map((command) => `${command}\n`).join('');
}
