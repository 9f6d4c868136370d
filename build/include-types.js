/** Puts the declarations into `dist/types/` that the public names lead to, of all that the compiler has written to `.build/types/`. */

import { cpSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import ts from 'typescript';

const all = fileURLToPath(new URL('../.build/types/', import.meta.url));
const included = fileURLToPath(new URL('../dist/types/', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.values(exports).flatMap(({ types }) =>
  types?.startsWith('./dist/types/') ? [types.slice('./dist/types/'.length)] : [],
);

rmSync(included, { recursive: true, force: true });
const program = ts.createProgram(
  entries.map((name) => `${all}${name}`),
  { module: ts.ModuleKind.NodeNext, noLib: true, types: [] },
);
for (const { fileName } of program.getSourceFiles()) {
  const name = relative(all, fileName);
  if (!name.startsWith('..')) cpSync(fileName, `${included}${name}`);
}
