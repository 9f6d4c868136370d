/** Tools that run commands of this package on what the user has: audits of a program, verifications of pacts. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../common/json.js';
import { Program } from '../../common/platform/program.js';
import { ownCommand } from '../../common/shipped-files.js';
import { fittingItems, fittingText, type Tool, type ToolCall, ToolError, toolsOf } from './tool.js';

/** The tools `audit`, `check_fix` and `verify`. @param environment the variables of the commands that they run */
export function commandTools(environment: NodeJS.ProcessEnv): Tool[] {
  return toolsOf({
    audit: async ({ command, folder, env = [], only = [], skip = [], minutes = 10, offset }, call) => {
      const list = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);
      const flags = [...list('--env', env), ...list('--only', only), ...list('--skip', skip)];
      const parameters = ['audit', '--json', '--minutes', String(minutes), ...flags, '--', ...command];
      const { code, report, message } = await runSelf(parameters, { folder, environment, call });
      if (report === undefined) return { verdict: code > 128 ? 'interrupted' : 'unusable', message };

      const { findings, asides, counts } = report as AuditResult;
      // Both serve files of accepted findings, of which this tool has none.
      const shown = findings.map(({ accepted: _accepted, cells: _cells, ...finding }) => finding);
      const { items, more } = fittingItems(shown, offset);
      const file = join(mkdtempSync(join(tmpdir(), 'id-emulator-audit-')), 'audit.json');
      writeFileSync(file, JSON.stringify(report));
      const verdict = verdictOf(code, 'green', 'findings');

      return { verdict, message, findings: items, asides: fittingItems(asides).items, counts, report: file, more };
    },
    check_fix: async ({ command, report: file, findings: ids = [], folder }, call) => {
      const flags = ids.flatMap((id) => ['--finding', id]);
      const parameters = ['audit', '--json', '--check', file, ...flags, '--', ...command];
      const { code, report, message } = await runSelf(parameters, { folder, environment, call });
      const { findings = [] } = (report ?? {}) as Partial<AuditResult>;

      return { verdict: verdictOf(code, 'fixed', 'not fixed'), message, findings: fittingItems(findings).items };
    },
    verify: async ({ pacts, folder, offset }, call) => {
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
  });
}

/** What the exit code of a command means. */
function verdictOf(code: number, good: string, bad: string): string {
  const verdicts = [good, bad, 'unusable'];
  return verdicts[code] ?? 'interrupted';
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
