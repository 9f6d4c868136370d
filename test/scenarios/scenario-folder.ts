/** Scenario files of one's own, in a folder that lives as long as its test. */

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

/** A scenario file that is in order, with these lines at its end. */
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
