/**
 * Lint rule: the service's operations, members and paths are named only in the folders that know the service. Every
 * other folder asks the contract for what it needs, or is handed a list, so that it would serve another service as well.
 * `.oxlintrc.json` lists these folders, as `docs/architecture.md` does.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Members that are words of any HTTP API, and that the emulator's own interfaces have as well. */
const GENERAL_NAMES = new Set(['totalCount', 'isActive']);

const contract = parse(readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8'));
const PATHS = /^\/(?:api\/v1\/)?(?:institutions|verification)\//;
const NAMES = new Set([...operationIds(contract), ...memberNames(contract)]);

export const serviceNames = {
  create(context) {
    const check = (node, name) => {
      if (!NAMES.has(name) && !PATHS.test(name)) return;

      const remedy = 'ask the contract, or move this to a folder that knows the service (docs/architecture.md)';
      context.report({ node, message: `"${name}" is a name of the service: ${remedy}.` });
    };
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, node.value),
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
