/**
 * Writes `src/contract/control-operations.ts`: where the operations of `spec/control.yaml` are. Each build does, and each
 * run of the tests, before they read the sources; Git does not keep the file.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { writeIfChanged } from './write-if-changed.js';

const DOCUMENT = 'spec/control.yaml';

interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: object;
}

/** Writes the file. */
export function writeControlOperations(): void {
  const { paths } = parse(readFileSync(DOCUMENT, 'utf8')) as { readonly paths: Readonly<Record<string, object>> };
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([name]) => name !== 'parameters')
      .map(([method, operation]) => operationLine(method.toUpperCase(), path, operation as DocumentedOperation)),
  );
  const code = `// Generated from ${DOCUMENT} by the build.

/** The operations of the control plane: method, path below \`/_emulator\`, and status of success. */
export const CONTROL_OPERATIONS = {
${lines.join('\n')}
} as const;

/** An \`operationId\` of the control plane. */
export type ControlOperationId = keyof typeof CONTROL_OPERATIONS;
`;
  writeIfChanged('src/contract/control-operations.ts', code);
}

function operationLine(method: string, path: string, { operationId, responses }: DocumentedOperation): string {
  const status = Object.keys(responses).find((code) => code.startsWith('2'));
  return `  ${operationId}: { method: '${method}', path: '${path}', status: ${status} },`;
}
