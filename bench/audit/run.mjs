/**
 * Audits the correct clients, one after the other, and prints the findings: there must be none.
 * `node bench/audit/run.mjs [minutes for each] [client ...]`; needs `npm run build` in the root of the repository.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [minutes = '5', ...names] = process.argv.slice(2);

let isClean = true;
for (const name of names.length > 0 ? names : readdirSync(CLIENTS)) {
  const cwd = join(CLIENTS, name);
  const { command } = JSON.parse(readFileSync(join(cwd, 'client.json'), 'utf8'));
  const programs = [join(ROOT, 'bench/audit/node_modules/.bin'), join(ROOT, 'node_modules/.bin'), process.env.PATH];
  const audit = [join(ROOT, 'dist/cli/main.js'), 'audit', '--json', '--minutes', minutes, '--', ...command];
  const { stdout, stderr } = spawnSync(process.execPath, audit, {
    cwd,
    env: { ...process.env, PATH: programs.join(delimiter), PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (stdout === '') {
    console.log(`${name}: not audited: ${stderr.trim()}`);
    isClean = false;
    continue;
  }
  const { findings, counts } = JSON.parse(stdout);
  const { observedKinds, kinds, unsteady, runs } = counts;
  console.log(
    `${name}: ${findings.length} findings; ${observedKinds} of ${kinds} kinds, ${runs} runs, ${unsteady} dropped`,
  );
  for (const { id, details } of findings) console.log(`  ${id}: ${details.at(-1)}`);
  isClean &&= findings.length === 0;
}
process.exitCode = isClean ? 0 : 1;
