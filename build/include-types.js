/** Puts the declarations into `dist/types/` that the public names lead to, of all that the compiler has written to `.build/types/`. */

import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import ts from 'typescript';

const all = fileURLToPath(new URL('../.build/types/', import.meta.url));
const included = fileURLToPath(new URL('../dist/types/', import.meta.url));
const entries = ['index', 'conformance/index', 'pact/index', 'proxy/index', 'testing/vitest'];

rmSync(included, { recursive: true, force: true });
const program = ts.createProgram(entries.map((name) => `${all}${name}.d.ts`), { module: ts.ModuleKind.NodeNext, noLib: true, types: [] });
for (const { fileName } of program.getSourceFiles()) {
  const name = relative(all, fileName);
  if (!name.startsWith('..')) cpSync(fileName, `${included}${name}`);
}
