/**
 * The files that come with the package. No other module reads them. The program for machines without Node.js contains
 * these files: there, `build/program/shipped-files.ts` takes the place of this module.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Whether this is built. Without a build, as in tests, the sources are read. */
export const IS_BUILT = !import.meta.url.endsWith('.ts');

/** How the paths of files with code of this package begin in stack traces. */
export const OWN_CODE: readonly string[] = [shippedPath('dist/'), shippedPath('src/')];

/** The absolute path of a file or folder of the sources or of the installed package, such as `spec/openapi.yaml`. */
export function shippedPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The absolute path of a shipped folder, for other programs that read it. */
export function shippedOnDisk(folder: string): string {
  return shippedPath(folder);
}

/** The paths of the files in a shipped folder and in the folders below it, relative to the shipped folder. */
export function shippedNames(folder: string): readonly string[] {
  const names = readdirSync(shippedPath(folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/'));
}

/** Whether the file is there. */
export function isShipped(path: string): boolean {
  return existsSync(shippedPath(path));
}

/** The content of a shipped file. */
export function shippedFile(path: string): Buffer {
  return readFileSync(shippedPath(path));
}

/** The content of a shipped JSON file. */
export function shippedJson(path: string): unknown {
  return JSON.parse(shippedFile(path).toString());
}

/** What a shipped CommonJS module exports. */
export function shippedModule(path: string): unknown {
  return createRequire(import.meta.url)(shippedPath(path));
}

/** What starts this command again: the program and its first parameters. */
export function ownCommand(): readonly [program: string, ...parameters: string[]] {
  return [process.execPath, process.argv[1]!];
}

/** A JSON Schema of the package: `spec/<name>.schema.json`. */
export function shippedSchema(name: string): object {
  return shippedJson(`spec/${name}.schema.json`) as object;
}
