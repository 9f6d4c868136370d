/**
 * The types of the control plane, generated from `spec/control.yaml` when that has changed: all of them for the inspector,
 * and what bodies contain for the emulator.
 */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const DOCUMENT = 'spec/control.yaml';
const INSPECTOR_TYPES = 'src/inspector/control/control-plane.d.ts';
const EMULATOR_TYPES = 'src/contract/control-schemas.ts';

/** Writes the types, unless they are newer than the document. */
export async function generateControlTypes(): Promise<void> {
  const changed = statSync(DOCUMENT).mtimeMs;
  const isNewer = (file: string): boolean => existsSync(file) && statSync(file).mtimeMs > changed;
  if (isNewer(INSPECTOR_TYPES) && isNewer(EMULATOR_TYPES)) return;
  // It loads the compiler, which takes a second.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const write = async (file: string, source: object, immutable: boolean): Promise<void> => {
    const options = { silent: true, defaultNonNullable: false, immutable };
    const code = astToString(await openapiTS(JSON.stringify(source), options));
    writeFileSync(file, `// Generated from ${DOCUMENT} by the build.\n\n${code}`);
  };
  const document = parse(readFileSync(DOCUMENT, 'utf8')) as { readonly components: { readonly schemas: object } };
  const { schemas } = document.components;
  await write(INSPECTOR_TYPES, document, false);
  await write(EMULATOR_TYPES, { ...document, paths: {}, components: { schemas } }, true);
}
