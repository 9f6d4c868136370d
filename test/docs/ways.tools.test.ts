/** Walks the six ways through the documentation, each in an empty folder: its files are written, its commands run. */

import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { freePort } from '../cli/ports.js';
import { environmentWithoutSettings, MAIN } from '../cli/id-emulator.js';
import { type TemporaryFolder, temporaryFolder } from '../cli/temporary-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WAYS = readdirSync(join(ROOT, 'docs/ways')).toSorted();

/** A block of code, with the comment before it. */
interface Step {
  readonly language: string;
  readonly text: string;
  readonly exitCode: number;
  /** The file that the sentence before it names: JSON has no comments. */
  readonly file: string | undefined;
}
function stepsOf(page: string): Step[] {
  return [...page.matchAll(/(?:<!-- exits with (\d) -->\n\n| as `(\S+)`:\n\n)?^```(\w+)\n([^]*?)^```$/gm)].map(
    ([, exitCode = '0', file, language, text]) => ({
      language: language!,
      text: text!,
      exitCode: Number(exitCode),
      file,
    }),
  );
}

/** An empty folder in which the emulator and the packages of the page are installed. */
async function installed(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({
    'package.json': '{ "private": true, "type": "module" }',
    'bin/npx': `#!/bin/sh\nshift\nname=$1; shift\nif [ $name = id-emulator ]; then exec '${process.execPath}' '${MAIN}' "$@"; fi\nexec '${process.execPath}' "${ROOT}/node_modules/$name/$name.mjs" "$@"\n`,
  });
  await chmod(join(folder.path, 'bin/npx'), 0o755);
  await mkdir(join(folder.path, 'node_modules'));
  await symlink(ROOT, join(folder.path, 'node_modules/id-emulator'));
  for (const name of ['vitest', 'classic-level', '@pact-foundation'])
    await symlink(join(ROOT, 'node_modules', name), join(folder.path, 'node_modules', name));
  return folder;
}

/** A file of a page: the first line may be a comment with its name, and say which function of it the text replaces. */
function fileOf({ text, file: named }: Step, files: Map<string, string>): string {
  const comment = /^(?:\/\/|#) (\S+?)(?:, in place of the function (\w+))?\n/.exec(text);
  const file = named ?? comment?.[1];
  const replaced = comment?.[2];
  const before = files.get(file!) ?? '';
  const content =
    replaced === undefined
      ? text
      : before.replace(new RegExp(`async function ${replaced}\\([^]*?^}\\n`, 'm'), () => text);
  expect(content).not.toBe(before);
  files.set(file!, content);
  return file!;
}

/** One script for the page, as a person types it: one shell, whose variables and children stay. */
async function scriptFor(page: string, { path }: TemporaryFolder): Promise<string> {
  const files = new Map<string, string>();
  const lines = ['set -e'];
  for (const [index, step] of stepsOf(page).entries()) {
    if (step.language === 'text') continue;
    if (step.language === 'sh') {
      const block = `{\n${step.text}} > out.${index} 2>&1`;
      lines.push(step.exitCode === 0 ? block : `code=0; ${block} || code=$?\n[ $code -eq ${step.exitCode} ]`);
    } else {
      const file = fileOf(step, files);
      await writeFile(join(path, `step.${index}`), files.get(file)!);
      lines.push(`mkdir -p '${dirname(file)}'`, `cp step.${index} '${file}'`);
    }
  }
  return lines.join('\n');
}

// They wait for programs more than they work, so they go side by side.
test.concurrent.each(WAYS)(
  'docs/ways/%s leads from an empty folder to something that worked',
  { timeout: 400_000 },
  async (name) => {
    const page = readFileSync(join(ROOT, 'docs/ways', name), 'utf8');
    await using folder = await installed();
    const port = String(await freePort());
    const script = await scriptFor(page, folder);
    await using shell = new SpawnedProcess('sh', ['-c', script.replaceAll('4010', port)], {
      cwd: folder.path,
      env: {
        ...environmentWithoutSettings(),
        ...(page.includes('4010') && { ID_EMULATOR_URL: `http://127.0.0.1:${port}` }),
        PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
      },
    });
    const { code, stdout, stderr } = await shell.ended;
    const steps = stepsOf(page);
    const outputs = readdirSync(folder.path).filter((file) => file.startsWith('out.'));
    const last = outputs.map((file) => readFileSync(join(folder.path, file), 'utf8')).join('---\n');
    expect(code, stdout + stderr + last).toBe(0);
    const shown = steps.flatMap((step, index) => (step.language === 'text' ? [[step.text, index - 1] as const] : []));
    expect(shown.length + [...page.matchAll(/--junit/g)].length).toBeGreaterThan(0);
    for (const [text, index] of shown) {
      const printed = readFileSync(join(folder.path, `out.${index}`), 'utf8');
      for (const line of text.trimEnd().split('\n')) expect(printed).toContain(line);
    }
  },
);

test.each(WAYS)('docs/ways/%s is short, and starts at the page that installs', (name) => {
  const page = readFileSync(join(ROOT, 'docs/ways', name), 'utf8');
  expect(page.split(/\s+/).length).toBeLessThan(800);
  expect(page.split('\n').slice(0, 4).join('\n')).toContain('Start in an empty folder');
  expect(page).toContain('](../install.md)');
});

test('there are six ways', () => {
  expect(WAYS).toEqual(['ci.md', 'client.md', 'incident.md', 'pacts.md', 'share.md', 'tests.md']);
});
