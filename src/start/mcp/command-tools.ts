/** Tools that run commands of this package on what the user has: audits of a program, verifications of pacts. */

import { parseJson } from '../../common/json.js';
import { Program } from '../../common/platform/program.js';
import { ownCommand } from '../../common/shipped-files.js';
import type { Tool, ToolCall } from './tool.js';
import { fittingText, TEXT, TEXTS, tool, ToolError, fittingItems, MORE, OFFSET } from './tool.js';

const FOLDER = { type: 'string', description: 'The folder to run it in. Default: that of this server.' };

/** The tools `audit` and `verify`. @param environment the variables of the commands that they run */
export function commandTools(environment: NodeJS.ProcessEnv): Tool[] {
  return [
    tool({
      name: 'audit',
      title: 'Audit a program',
      description:
        'Runs a test command again and again, with different failures in different calls, and reports how the client reacts: one finding for each habit, with its proof, the remedy, and the command that reproduces it. The command has to pass without failures, and to reach the service through ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID and ID_EMULATOR_CLIENT_SECRET, or through the variables of "env". Takes as long as many runs. After a fix, run the command of "repeat" first, then the audit again.',
      input: {
        command: { ...TEXTS, minItems: 1, description: 'Program and arguments: ["npm", "test"].' },
        folder: FOLDER,
        env: { ...TEXTS, description: 'Further variables, such as IDENTITY_URL={apiUrl}.' },
        only: {
          ...TEXTS,
          description: 'Only these operations, classes of failures ("throttled"), or tests by a part of the name.',
        },
        skip: { ...TEXTS, description: 'Leave these out.' },
        minutes: { type: 'number', exclusiveMinimum: 0, default: 10, description: 'Stop after this many.' },
        offset: OFFSET,
      },
      required: ['command'],
      output: {
        verdict: {
          enum: ['green', 'findings', 'unusable', 'interrupted'],
          description: 'Green: no finding. Unusable: nothing was judged, and "message" says why.',
        },
        message: TEXT,
        findings: { type: 'array', items: FINDING },
        asides: {
          type: 'array',
          items: { type: 'object' },
          description: 'What is not a finding: test gaps, notes, what was not observed.',
        },
        counts: { type: 'object', description: 'How much was tried.' },
        more: MORE,
      },
      effect: 'outside',
      untrusted: ['findings', 'asides', 'message'],
      run: async ({ command, folder, env = [], only = [], skip = [], minutes = 10, offset }, call) => {
        const list = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);
        const flags = [...list('--env', env), ...list('--only', only), ...list('--skip', skip)];
        const parameters = ['audit', '--json', '--minutes', String(minutes), ...flags, '--', ...command];
        const { code, report, message } = await runSelf(parameters, { folder, environment, call });
        if (report === undefined) return { verdict: code > 128 ? 'interrupted' : 'unusable', message };
        const { findings, asides, counts } = report as AuditResult;
        // Both serve files of accepted findings, of which this tool has none.
        const shown = findings.map(({ accepted: _accepted, cells: _cells, ...finding }) => finding);
        const { items, more } = fittingItems(shown, offset);
        const verdict = code === 0 ? 'green' : code === 1 ? 'findings' : code === 2 ? 'unusable' : 'interrupted';
        return { verdict, message, findings: items, asides: fittingItems(asides).items, counts, more };
      },
    }),
    tool({
      name: 'verify',
      title: 'Verify pacts',
      description:
        'Verifies pact files of consumers against the emulator and the contract, and says which interactions fail, where, and with which provider state they would pass. Needs the package @pact-foundation/pact in the project.',
      input: {
        pacts: { ...TEXTS, minItems: 1, description: 'Files, folders and glob patterns.' },
        folder: FOLDER,
        offset: OFFSET,
      },
      required: ['pacts'],
      output: {
        verdict: { enum: ['passed', 'failed', 'incomplete', 'unusable', 'interrupted'] },
        message: TEXT,
        interactions: { type: 'array', items: { type: 'object' }, description: 'Those that did not pass.' },
        counts: { type: 'object' },
        problems: { type: 'array', items: { type: 'object' } },
        more: MORE,
      },
      effect: 'none',
      untrusted: ['interactions', 'problems', 'message'],
      run: async ({ pacts, folder, offset }, call) => {
        const parameters = ['verify', '--json', '--', ...pacts];
        const { code, report, message } = await runSelf(parameters, { folder, environment, call });
        if (report === undefined) return { verdict: code > 128 ? 'interrupted' : 'unusable', message };
        const { verdict, pacts: verified, counts, problems } = report as VerificationResult;
        const failed = verified.flatMap(({ source, interactions }) =>
          interactions.filter(({ outcome }) => outcome !== 'passed').map((each) => ({ ...each, source })),
        );
        const { items, more } = fittingItems(failed, offset);
        return { verdict, message, interactions: items, counts, problems: fittingItems(problems).items, more };
      },
    }),
  ];
}

/** What the tools read of `audit --json`. */
interface AuditResult {
  readonly findings: readonly { readonly accepted: unknown; readonly cells: unknown }[];
  readonly asides: readonly object[];
  readonly counts: object;
}

/** What the tools read of `verify --json`. */
interface VerificationResult {
  readonly verdict: string;
  readonly pacts: readonly {
    readonly source: string;
    readonly interactions: readonly { readonly outcome: string }[];
  }[];
  readonly counts: object;
  readonly problems: readonly object[];
}

const FINDING = {
  type: 'object',
  properties: {
    id: TEXT,
    what: TEXT,
    details: TEXTS,
    exchanges: { ...TEXTS, description: 'The proof: what the client sent, and what it got.' },
    right: { ...TEXTS, description: 'The reactions that would be right.' },
    remedy: TEXT,
    shownBy: TEXTS,
    repeat: { type: 'string', description: 'The command that reproduces it: it passes once the habit is fixed.' },
  },
  required: ['id', 'what', 'remedy'],
};

/** How long a command may take to report after the call was cancelled. Milliseconds. */
const GRACE = 10_000;

/**
 * Runs a command of this package in a process of its own: it may end itself, and what it starts.
 * @returns the JSON on standard output, undefined if there is none; and the last lines on standard error
 */
async function runSelf(
  parameters: readonly string[],
  { folder, environment, call }: { folder: string | undefined; environment: NodeJS.ProcessEnv; call: ToolCall },
): Promise<{ readonly code: number; readonly report: object | undefined; readonly message: string }> {
  const program = new Program([...ownCommand(), ...parameters], {
    environment,
    folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { child } = program;
  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2_000)));
  child.on('message', (message: { readonly progress?: string }) => {
    if (message.progress) call.progress(message.progress);
  });
  const cancel = (): void => program.end('SIGINT', GRACE);
  call.signal.addEventListener('abort', cancel);
  if (call.signal.aborted) cancel();

  try {
    const { exitCode } = await program.exited;
    await program.drained();
    return {
      code: exitCode,
      report: parseJson(stdout) as object | undefined,
      message: fittingText(stderr.trim()).text,
    };
  } catch (error) {
    throw new ToolError(`it cannot be run in ${folder ?? process.cwd()}: ${(error as Error).message}`);
  } finally {
    call.signal.removeEventListener('abort', cancel);
  }
}
