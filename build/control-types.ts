/** The types of the control plane for the inspector, generated from `spec/control.yaml` when that has changed. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const DOCUMENT = 'spec/control.yaml';
const TYPES = 'src/inspector/control/control-plane.d.ts';

/** Writes the types, unless they are newer than the document. */
export async function generateControlTypes(root: URL): Promise<void> {
  const [document, types] = [new URL(DOCUMENT, root), new URL(TYPES, root)];
  if (existsSync(types) && statSync(types).mtimeMs > statSync(document).mtimeMs) return;
  // It loads the compiler, which takes a second.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const code = astToString(
    await openapiTS(readFileSync(document, 'utf8'), { silent: true, defaultNonNullable: false }),
  );
  writeFileSync(types, `// Generated from ${DOCUMENT} by the build.\n\n${code}`);
}
