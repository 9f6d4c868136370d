/**
 * Lint rule: the service's operations, members and paths are named only in the folders that know the service. Every
 * other folder asks the contract for what it needs, or is handed a list, so that it would serve another service as well.
 */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The folders and the two files that know the service; `docs/architecture.md` lists them. */
export const SERVICE_FOLDERS = [
  'src/emulator/domain/world',
  'src/emulator/domain/population',
  'src/emulator/domain/scores',
  'src/emulator/service/operations',
  'src/emulator/service/representations',
  'src/contract/operation-ids.ts',
  'src/contract/variants',
  'src/emulator/control/fixtures',
  'src/emulator/control/methods/world',
  'src/remote/remote-world.ts',
  'src/emulator/judge/rules',
  'src/upstream/conformance/checks',
  'src/upstream/evidence/looks',
  'src/pact/states',
  'src/pact/generate',
  'src/cli/examples',
  'src/client',
  'src/audit/expectations',
  'src/inspector/views/world',
];

/** Members that are words of any HTTP API, and that the emulator's own interfaces have as well. */
const GENERAL_NAMES = new Set(['totalCount', 'isActive']);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const contract = parse(readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8'));
const PATHS = /^\/(?:api\/v1\/)?(?:institutions|verification)\//;
const NAMES = new Set([...operationIds(contract), ...memberNames(contract)]);

export const serviceNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      name: '"{{name}}" is a name of the service: ask the contract, or move this to a folder that knows the service (docs/architecture.md).',
    },
  },
  create(context) {
    const path = relative(ROOT, context.filename).replaceAll('\\', '/');
    if (!path.startsWith('src/') || SERVICE_FOLDERS.some((place) => path === place || path.startsWith(`${place}/`)))
      return {};
    const check = (node, name) => {
      if (NAMES.has(name) || PATHS.test(name)) context.report({ node, messageId: 'name', data: { name } });
    };
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement: (node) => check(node, node.value.cooked),
    };
  },
};

function operationIds({ paths }) {
  return Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ operationId }) => operationId ?? []));
}

/** Names of members and parameters that are words of the service alone: those in camel case. */
function memberNames(document) {
  const names = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.properties === 'object') names.push(...Object.keys(node.properties));
    if (typeof node.in === 'string' && typeof node.name === 'string') names.push(node.name);
    for (const part of Object.values(node)) visit(part);
  };
  visit({ paths: document.paths, components: document.components });
  return names.filter((name) => /^[a-z]+[A-Z]/.test(name) && !GENERAL_NAMES.has(name));
}
