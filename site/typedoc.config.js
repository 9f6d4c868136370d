/** The reference of every entry of the package, from the declarations that it ships. */

import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../package.json', import.meta.url);

/** The declarations of `dist/lib`, as `exports` names them; the client library has a reference of its own. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return Object.values(exports)
    .map(({ types, import: imported }) => types ?? imported?.types)
    .filter((types) => types?.startsWith('./dist/lib/'))
    .map((types) => types.replace('./', '../'));
}

export default {
  name: 'id-emulator',
  entryPoints: entryPoints(),
  tsconfig: 'tsconfig.json',
  plugin: ['typedoc-plugin-markdown'],
  out: '../docs/api',
  readme: 'none',
  router: 'module',
  entryFileName: 'modules.md',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  logLevel: 'Error',
};
