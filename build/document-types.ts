/**
 * The types of the control plane, generated from `spec/control.yaml` when that has changed: all of them for the inspector,
 * and what bodies contain for the emulator. Likewise the inputs of the tools for agents, from `spec/mcp-tools.yaml`, and the
 * faults and reports of `audit`, from `spec/audit-types.yaml`, and the reports of `verify`, from `spec/verify-types.yaml`.
 */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const DOCUMENT = 'spec/control.yaml';
const TOOLS = 'spec/mcp-tools.yaml';
const AUDIT = 'spec/audit-types.yaml';
const VERIFY = 'spec/verify-types.yaml';
const INSPECTOR_TYPES = 'src/inspector/control/control-plane.d.ts';
const EMULATOR_TYPES = 'src/contract/control-schemas.ts';
const TOOL_TYPES = 'src/start/mcp/tool-inputs.ts';
const AUDIT_TYPES = 'src/audit/audit-types.ts';
const VERIFY_TYPES = 'src/verify/report/verification-report.ts';

/** Writes the types, unless they are newer than their document. */
export async function generateDocumentTypes(): Promise<void> {
  if (!isNewer(INSPECTOR_TYPES, DOCUMENT) || !isNewer(EMULATOR_TYPES, DOCUMENT)) {
    const document = read(DOCUMENT) as { readonly components: { readonly schemas: object } };
    const { schemas } = document.components;
    await write(INSPECTOR_TYPES, DOCUMENT, document, false);
    await write(EMULATOR_TYPES, DOCUMENT, { ...document, paths: {}, components: { schemas } }, true);
  }
  if (!isNewer(TOOL_TYPES, TOOLS)) await write(TOOL_TYPES, TOOLS, documentWith(toolInputs()), true);
  if (!isNewer(AUDIT_TYPES, AUDIT)) await write(AUDIT_TYPES, AUDIT, documentWith(read(AUDIT)), true);
  if (!isNewer(VERIFY_TYPES, VERIFY)) await write(VERIFY_TYPES, VERIFY, documentWith(read(VERIFY)), true);
}

/** A schema for the input of each tool. */
function toolInputs(): object {
  const tools = Object.entries(
    read(TOOLS) as Readonly<Record<string, { input: object; required?: readonly string[] }>>,
  );
  const schemas: Record<string, object> = {};
  for (const [name, { input: properties, required }] of tools)
    schemas[name] = { type: 'object', properties, required, additionalProperties: false };

  return schemas;
}

/** An OpenAPI document with these schemas alone. */
function documentWith(schemas: unknown): object {
  return { openapi: '3.1.0', info: { title: 'schemas', version: '1' }, paths: {}, components: { schemas } };
}

function isNewer(file: string, source: string): boolean {
  return existsSync(file) && statSync(file).mtimeMs > statSync(source).mtimeMs;
}

function read(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}

async function write(file: string, source: string, document: object, immutable: boolean): Promise<void> {
  // It loads the compiler, which takes a second.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const rootTypes = { rootTypes: true, rootTypesNoSchemaPrefix: true };
  const options = { silent: true, defaultNonNullable: false, immutable, ...rootTypes };
  const code = astToString(await openapiTS(JSON.stringify(document), options));
  writeFileSync(file, `// Generated from ${source} by the build.\n\n${code}`);
}
