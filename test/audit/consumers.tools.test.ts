/** Consumers with one mistake, in the runners and languages of their users: `audit` finds it, and says in which test. */

import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { budget } from '../budget.js';
import { exampleProject } from '../examples/example-project.js';

interface Consumer {
  readonly folder: string;
  readonly command: readonly string[];
  /** The failed test, as the report names it. */
  readonly names?: RegExp;
  /** Flags of audit. */
  readonly flags?: readonly string[];
}

const FIRST: readonly Consumer[] = [
  { folder: 'node-test', command: ['node', '--test'], names: /^test: reads users once$/ },
];
const MORE: readonly Consumer[] = [
  { folder: 'vitest', command: ['vitest', 'run'], names: /^test: a client > reads users once$/ },
  {
    folder: 'vitest',
    command: ['vitest', 'run', '--pool=threads', '--sequence.shuffle'],
    names: /^test: a client > reads users once$/,
  },
  {
    folder: 'vitest',
    command: ['vitest', 'run', '--no-isolate', '--no-file-parallelism'],
    names: /^test: a client > reads users once$/,
  },
  { folder: 'jest', command: ['jest', '--workers=2'], names: /^test: reads users once$/ },
  { folder: 'jest', command: ['jest', '--runInBand', '--randomize'], names: /^test: reads users once$/ },
  { folder: 'playwright', command: ['playwright', 'test', '--workers=2'], names: /reads users once$/ },
  { folder: 'playwright-plain', command: ['playwright', 'test'], names: /^test: users\.spec\.js > reads users once$/ },
  { folder: 'plain', command: ['node', '--test'] },
  { folder: 'parallel', command: ['node', '--test'] },
  { folder: 'python', command: ['python3', '-m', 'unittest'] },
  { folder: 'java', command: ['java', 'Users.java'] },
  { folder: 'bash', command: ['bash', 'users.sh'] },
];

const ALL = budget({ short: FIRST, long: [...FIRST, ...MORE] });

describe.concurrent('audit finds the one mistake of a consumer', () => {
  test.for(ALL)(
    'in $folder: $command',
    { timeout: 300_000 },
    async ({ folder, command, names, flags = [] }, context) => {
      if (!isInstalled(command[0]!)) context.skip(`there is no ${command[0]} here`);
      await using project = await exampleProject(folder, new URL('consumers/', import.meta.url));
      await project.write('client.cjs', await readFile(new URL('consumers/client.cjs', import.meta.url), 'utf8'));
      const { stdout, stderr } = await project.run(
        'node',
        'node_modules/id-emulator/dist/cli/main.js',
        'audit',
        '--only=getUsers:throttled',
        '--json',
        ...flags,
        '--',
        ...command,
      );
      expect(stderr).toMatch(/^id-emulator: 1 finding\n$/m);
      const { findings, plan } = JSON.parse(stdout) as AuditReport;
      expect(findings).toMatchObject([{ id: 'getUsers:throttled:gave-up', cells: ['getUsers:throttled:gave-up'] }]);
      const [mistaken, ...others] = plan.map(({ reaction }) => reaction).toSorted();
      expect(mistaken).toBe('gave up');
      expect(new Set(others)).toEqual(new Set(['recovered']));
      if (names !== undefined) expect(findings[0]!.details).toContainEqual(expect.stringMatching(names));
    },
  );
});

/** Whether the program is here: one of the project's packages, or of the machine. */
function isInstalled(program: string): boolean {
  if (!['python3', 'java', 'bash'].includes(program)) return true;
  try {
    execFileSync(program, [program === 'java' ? '-version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
