/** `id-emulator mcp`: serves agents by the Model Context Protocol, on standard input and output. */

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { controlCalls } from '../emulator/control/http/control-plane.js';
import { startServer } from '../start/emulator-server.js';
import { emulatorTools, toolServers } from '../start/mcp/tool-server.js';
import { withPacts } from '../pact/generate/pact-from-journal.js';
import type { Actions, Call } from './settings/declared-command.js';
import { emulatorOptions } from './settings/settings.js';
import { aborted } from './terminal/terminal.js';
import { commandTools } from '../start/mcp/command-tools.js';

export const ACTIONS: Actions<'mcp'> = { mcp };

/** The answer to a message whose ID cannot be known (JSON-RPC 2.0 section 5.1). The SDK gives none. */
const INVALID_REQUEST = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}\n';

/**
 * Serves until the agent closes standard input or output, or until an interrupt. On standard output, nothing but the
 * protocol may appear.
 */
async function mcp({ settings, terminal }: Call<'mcp'>): Promise<void> {
  const warn = (message: string): void => terminal.printError(`id-emulator: ${message}\n`);
  const report = (error: Error): void => warn(error.stack ?? error.message);
  const hooks = { onInternalError: report, onWarning: warn };
  const { emulator, control } = await startServer(emulatorOptions(settings), hooks);

  // Without this addition, the control plane makes no pacts.
  const context = withPacts(control);
  const call = controlCalls(context, () => emulator.localUrl);
  const tools = [...emulatorTools(context, call), ...commandTools(terminal.environment)];

  // If the agent breaks off, standard input is closed without an `end`.
  const inputEnded = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  const servers = toolServers(tools, { version: control.facts.version, onInternalError: report });
  const connection = serveStdio(servers, {
    onerror: ({ message }) => {
      // After the agent has gone away, every message to it fails. This is no news for the user.
      if (terminal.outputFailed?.aborted === true) return;

      // Of what is no message of JSON-RPC 2.0, the SDK writes a list of everything that a message could be.
      const isInvalid = message.startsWith('[');
      warn(isInvalid ? 'the agent sent a message that is not JSON-RPC 2.0' : message);
      if (isInvalid) terminal.print(INVALID_REQUEST);
    },
  });

  await Promise.race([inputEnded, aborted(terminal.outputFailed), aborted(terminal.interrupted)]);
  await connection.close();
  await emulator.close();
}
