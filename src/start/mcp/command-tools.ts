/** Tools that run commands of this package on what the user has: audits of a program, verifications of pacts. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../common/json.js';
import { Program } from '../../common/platform/program.js';
import { ownCommand } from '../../common/shipped-files.js';
import type { AuditResult, VerificationResult } from './tool-types.js';
import { fittingItems, fittingText, type Tool, type ToolCall, ToolError, toolsOf } from './tool.js';

/** The tools `audit`, `check_fix` and `verify`. @param environment the variables of the commands that they run */
export function commandTools(environment: NodeJS.ProcessEnv): Tool[] {
  return toolsOf({
    audit: async ({ command, folder, env = [], only = [], skip = [], minutes = 10, offset }, call) => {
      const flags = [...repeated('--env', env), ...repeated('--only', only), ...repeated('--skip', skip)];
      const parameters = ['audit', '--json', '--minutes', String(minutes), ...flags, '--', ...command];
      const { exitCode, report, message } = await runOwnCommand(parameters, { folder, environment, call });
      // A command that could not do its work has only a message.
      if (report === undefined) return { verdict: verdictOf(exitCode), message };

      const { findings, asides, counts } = report as AuditResult;
      // The members `accepted` and `cells` serve files of accepted findings, which this tool does not read.
      const shown = findings.map(({ accepted: _accepted, cells: _cells, ...finding }) => finding);
      const { items, more } = fittingItems(shown, offset);

      // The whole report is kept in a file, which `check_fix` takes.
      const file = join(mkdtempSync(join(tmpdir(), 'id-emulator-audit-')), 'audit.json');
      writeFileSync(file, JSON.stringify(report));
      const verdict = verdictOf(exitCode, { passed: 'green', failed: 'findings' });

      return { verdict, message, findings: items, asides: fittingItems(asides).items, counts, report: file, more };
    },
    check_fix: async ({ command, report: file, findings: ids = [], folder }, call) => {
      const parameters = ['audit', '--json', '--check', file, ...repeated('--finding', ids), '--', ...command];
      const { exitCode, report, message } = await runOwnCommand(parameters, { folder, environment, call });
      const { findings = [] } = (report ?? {}) as Partial<AuditResult>;
      const verdict = verdictOf(exitCode, { passed: 'fixed', failed: 'not fixed' });

      return { verdict, message, findings: fittingItems(findings).items };
    },
    verify: async ({ pacts, folder, strict = false, offset }, call) => {
      const parameters = ['verify', '--json', ...(strict ? ['--strict'] : []), '--', ...pacts];
      const { exitCode, report, message } = await runOwnCommand(parameters, { folder, environment, call });
      if (report === undefined) return { verdict: verdictOf(exitCode), message };

      const { verdict, pacts: verified, counts, problems, doesNotProve } = report as VerificationResult;

      // What failed comes first: a long list is cut at its end.
      const interactions = verified.flatMap(({ source, interactions: ofPact }) => {
        return ofPact.map((interaction) => ({ ...interaction, source }));
      });
      const notPassed = interactions.filter(({ outcome }) => outcome !== 'passed');
      const doubtful = interactions.filter(({ outcome, warnings }) => outcome === 'passed' && warnings.length > 0);
      const { items, more } = fittingItems([...notPassed, ...doubtful], offset);
      const { items: unusable } = fittingItems(problems);

      return { verdict, message, doesNotProve, interactions: items, counts, problems: unusable, more };
    },
  });
}

/** The flag before each value: `--only getUsers --only getCredentials`. */
function repeated(flag: string, values: readonly string[]): string[] {
  return values.flatMap((value) => [flag, value]);
}

/** The verdict if a command has written no report, whatever its exit code claims. */
const WITHOUT_REPORT = { passed: 'unusable', failed: 'unusable' };

/** What the exit code of a command means: 0 to 2, or above 128 after an interrupt. */
function verdictOf(exitCode: number, { passed, failed } = WITHOUT_REPORT): string {
  return [passed, failed, 'unusable'][exitCode] ?? 'interrupted';
}

/** The characters on standard error that are kept: the last ones, because a failure is reported at the end. */
const KEPT_STDERR = 2_000;
/** How long a command may take to report after the call was cancelled. Milliseconds. */
const GRACE = 10_000;

/**
 * Runs a command of this package in a process of its own, because some commands end their process.
 * @returns `report` is the JSON on standard output, undefined if there is none; `message` has the last lines on
 * standard error
 */
async function runOwnCommand(
  parameters: readonly string[],
  { folder, environment, call }: { folder: string | undefined; environment: NodeJS.ProcessEnv; call: ToolCall },
): Promise<{ readonly exitCode: number; readonly report: object | undefined; readonly message: string }> {
  const program = new Program([...ownCommand(), ...parameters], {
    environment,
    folder,
    // The command sends its progress as messages over IPC, beside its output.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { child } = program;

  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-KEPT_STDERR)));
  child.on('message', (message: { readonly progress?: string }) => {
    if (message.progress) call.progress(message.progress);
  });

  // An agent may cancel the call, even before the command has started.
  const cancel = (): void => program.end('SIGINT', GRACE);
  call.signal.addEventListener('abort', cancel);
  if (call.signal.aborted) cancel();

  try {
    const { exitCode } = await program.exited;
    await program.drained();
    const report = parseJson(stdout) as object | undefined;

    return { exitCode, report, message: fittingText(stderr.trim()).text };
  } catch (error) {
    throw new ToolError(`it cannot be run in ${folder ?? process.cwd()}: ${(error as Error).message}`);
  } finally {
    call.signal.removeEventListener('abort', cancel);
  }
}
