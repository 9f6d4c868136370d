/** WireMock, with a stub for each question and without its journal. */

import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed, notInstalled } from './installed.js';

export async function wireMock(folder, questions) {
  const found = installed('wiremock');
  if (found === undefined) return notInstalled('WireMock', 'wiremock');
  if (!(await hasJava())) return 'WireMock: skipped, there is no Java on this machine';
  const jars = join(found.folder, 'build');
  const jar = readdirSync(jars).find((name) => name.endsWith('.jar'));
  const root = join(folder, 'wiremock');
  mkdirSync(join(root, 'mappings'), { recursive: true });
  writeFileSync(join(root, 'mappings', 'questions.json'), JSON.stringify({ mappings: questions.map(stubFor) }));
  return {
    name: `WireMock ${found.version}`,
    does: 'matches a stub; its journal is off',
    isEmulator: true,
    // The package's own command would start Node first.
    command: (port) => ({
      program: 'java',
      args: [
        '-jar',
        join(jars, jar),
        '--bind-address',
        '127.0.0.1',
        '--port',
        port,
        '--root-dir',
        root,
        '--no-request-journal',
        '--disable-banner',
      ],
    }),
  };
}

function stubFor({ method, path, status, answer }) {
  return {
    request: { method, url: path },
    response: { status, body: JSON.stringify(answer), headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  };
}

async function hasJava() {
  try {
    await promisify(execFile)('java', ['-version']);
    return true;
  } catch {
    return false;
  }
}
