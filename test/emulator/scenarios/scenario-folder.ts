/** Scenario files of a test, in a temporary folder. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScenarioFolder extends AsyncDisposable {
  readonly path: string;
}

/** A folder with these files: texts by name. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<ScenarioFolder> {
  const path = await mkdtemp(join(tmpdir(), 'id-emulator-scenarios-'));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A valid scenario file that ends with these lines. */
export function scenarioFile(name: string, lines: string, operations = '[getUsers]'): string {
  return `name: ${name}
summary: Made for a test.
group: server
basis: a test
recoverable: true
operations: ${operations}
${lines}
`;
}
