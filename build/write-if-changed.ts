import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file, unless it is as it should be: a file that is written again would look changed. */
export function writeIfChanged(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
