/** The frames of an error: where in the project, in a test or in a package it was thrown. */

import { readdirSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '../../contract/documents/read-document.js';
import type { Frame } from '../audit-types.js';
import { PRINTED } from '../run/printed.js';

/** Whether the error is no failed assertion, and was thrown outside test files: by the client or by its library. */
export function isOfClient(error: string, testFiles: readonly string[]): boolean {
  if (PRINTED.assertion.test(error)) return false;

  const place = throwingFrame(error);
  if (place === undefined || place.isCallback) return false;

  return !testFiles.map(pathInProject).includes(place.file) && !PRINTED.testFile.test(place.file);
}

/** The frame in which an error was thrown: the first one, except in Python, which prints this frame last. */
function throwingFrame(error: string): Frame | undefined {
  const frames = error.split('\n').flatMap((line) => frameIn(line) ?? []);
  return frames.some(({ file }) => file.endsWith('.py')) ? frames.at(-1) : frames[0];
}

/** The package in which an error was thrown, with its version if its folder shows the version: `undici 7.30.2`. */
export function packageOf(error: string): string | undefined {
  // The folder with all packages, and the name of one of them.
  const [, folder = '', name] = PRINTED.package.exec(throwingFrame(error)?.file ?? '') ?? [];
  if (name === undefined) return undefined;

  try {
    if (folder.endsWith('node_modules')) {
      const { version } = readJson(`${folder}/${name}/package.json`) as Record<'version', string>;
      return `${name} ${version}`;
    }

    // Python has the version in the name of a folder: `requests-2.32.3.dist-info`.
    const about = readdirSync(folder).find((each) => each.startsWith(`${name}-`) && each.endsWith('.dist-info'));
    return about === undefined ? name : about.slice(0, -'.dist-info'.length).replace('-', ' ');
  } catch {
    // Without a manifest, the version is unknown.
    return name;
  }
}

/** The frame that a line of output shows; undefined if the line shows no frame, or a frame of the runtime. */
export function frameIn(text: string): Frame | undefined {
  const found = PRINTED.javaLibrary.test(text) ? undefined : PRINTED.frame.exec(text);
  const [, file, line = ''] = found ?? [];
  if (file === undefined || file.startsWith('node:')) return undefined;

  return { file: pathInProject(file), line, isCallback: PRINTED.callback.test(text) };
}

/** The path from the folder in which the command runs: `tests/../src/users.py` is `src/users.py`. */
export function pathInProject(file: string): string {
  const path = file.startsWith('file://') ? fileURLToPath(file) : file;
  return relative(process.cwd(), resolve(path));
}

/** Whether a file belongs to the project, and not to a library or a runtime. */
export function isOwnFile(path: string): boolean {
  const isInside = !path.startsWith('..') && !isAbsolute(path);
  return isInside && !path.split(sep).some((part) => LIBRARIES.has(part));
}

const LIBRARIES: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'dist-packages', 'vendor', '.venv']);
