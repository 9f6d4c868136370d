/**
 * What is audited: the correct clients in `clients`, and mutants, which are those clients with one planted mistake.
 * The mutants of a client are in its `mutants.yaml`; see README.md.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const HERE = fileURLToPath(new URL('.', import.meta.url));
export const BUILD = join(HERE, 'build');
const CLIENTS = join(HERE, 'clients');
const ROOT = join(HERE, '../..');
const BIN = join(BUILD, 'bin');

export const ENVIRONMENT = {
  ...process.env,
  PATH: [BIN, process.env.PATH].join(delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
  GOFLAGS: '-vet=off',
};

/** All subjects: each client without `mutant`, followed by its mutants. */
export function loadSubjects() {
  const clients = readdirSync(CLIENTS).filter((client) => existsSync(join(CLIENTS, client, 'client.json')));
  return clients.flatMap((client) => {
    const folder = join(CLIENTS, client);
    const settings = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8'));
    const file = join(folder, 'mutants.yaml');
    const mutants = existsSync(file) ? parse(readFileSync(file, 'utf8')) : [];
    return [undefined, ...mutants].map((mutant) => {
      const name = mutant === undefined ? client : `${client}.${mutant.name}`;
      return { name, client, folder, settings, mutant, hash: hashOf(folder, settings, mutant) };
    });
  });
}

/** Changes with everything that the verdict about a subject depends on, except for the engine. */
function hashOf(folder, settings, mutant) {
  const hash = createHash('sha256').update(JSON.stringify([settings, mutant]));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.startsWith('mutants.') && entry.name !== 'client.json') {
      hash.update(entry.name).update(readFileSync(join(entry.parentPath ?? entry.path, entry.name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

/** Copies a subject into `build`, plants its mistake, builds it if it has to be, and returns the folder. */
export function prepare({ name, folder, settings, mutant }) {
  mkdirSync(BIN, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'dist/cli/main.js')}' "$@"\n`;
  writeFileSync(join(BIN, 'id-emulator'), program, { mode: 0o755 });
  const copy = join(BUILD, 'subjects', name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  for (const { file, from, to } of mutant?.changes ?? []) {
    const path = join(copy, file);
    const parts = readFileSync(path, 'utf8').split(from.trimEnd());
    if (parts.length !== 2) throw new Error(`${name}: its text occurs ${parts.length - 1} times in ${file}:\n${from}`);
    writeFileSync(path, parts.join((to ?? '').trimEnd()));
  }
  if (settings.build !== undefined) {
    const [command, ...rest] = settings.build;
    const { status, stderr } = spawnSync(command, rest, { cwd: copy, env: ENVIRONMENT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} cannot be built: ${stderr}`);
  }
  return copy;
}
