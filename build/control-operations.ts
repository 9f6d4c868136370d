/**
 * Writes `src/contract/control-operations.ts`: where the operations of `spec/control.yaml` are. Each build does, and each
 * run of the tests, before they read the sources; Git does not keep the file.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
  type ResponseObject,
  type SchemaObject,
} from '../src/contract/document.js';
import { writeIfChanged } from './write-if-changed.js';

const DOCUMENT = 'spec/control.yaml';

/** Writes the file. */
export function writeControlOperations(): void {
  const document = parse(readFileSync(DOCUMENT, 'utf8')) as OpenApiDocument;
  const lines = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as object)
      .filter(([name]) => name !== 'parameters')
      .map(([method, operation]) => operationLine(document, method, path, operation as OperationObject)),
  );
  const code = `// Generated from ${DOCUMENT} by the build.

/**
 * The operations of the control plane: method, path below \`/_emulator\`, status of success, the types of the members
 * that the response to a success must have, and the method of a sandbox that it calls (\`x-method\`).
 */
export const CONTROL_OPERATIONS = {
${lines.join('\n')}
} as const;

/** An \`operationId\` of the control plane. */
export type ControlOperationId = keyof typeof CONTROL_OPERATIONS;
`;
  writeIfChanged('src/contract/control-operations.ts', code);
}

function operationLine(
  document: OpenApiDocument,
  method: string,
  path: string,
  { operationId, responses, 'x-method': calls }: OperationObject & { readonly 'x-method'?: object },
): string {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
  const facts = {
    method: method.toUpperCase(),
    path,
    status: Number(status),
    members: requiredMembers(document, success),
    calls,
  };

  return `  ${operationId}: ${JSON.stringify(facts)},`;
}

/** The types of the members that a response must have. Those of several types are left out. */
function requiredMembers(
  document: OpenApiDocument,
  response: OperationObject['responses'][string],
): Readonly<Record<string, unknown>> {
  const { schema = {} } = resolveReference<ResponseObject>(document, response).content?.['application/json'] ?? {};
  const { required = [], properties = {} } = resolveReference<SchemaObject>(document, schema);
  const typeOf = (name: string): unknown => resolveReference<SchemaObject>(document, properties[name] ?? {}).type;
  const typed = required.filter((name) => typeof typeOf(name) === 'string');
  return Object.fromEntries(typed.map((name) => [name, typeOf(name)]));
}
