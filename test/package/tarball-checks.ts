/** What independent tools find in a packed tarball. They are large, so only the test that needs them imports this file. */

import { readFile } from 'node:fs/promises';
import type { InstalledPackage } from './installed-package.js';

// `npm run tools` installs them, so their types are not there for everybody.
interface Publint {
  readonly publint: (options: object) => Promise<{ readonly messages: readonly object[]; readonly pkg: object }>;
}

interface PublintUtils {
  readonly formatMessage: (message: object, pkg: object) => string | undefined;
}

type ResolutionKind = 'node10' | 'node16-cjs' | 'node16-esm' | 'bundler';

interface TypeChecker {
  readonly createPackageFromTarballData: (data: Buffer) => object;
  readonly checkPackage: (tarball: object) => Promise<{
    readonly types: object | false;
    readonly problems?: readonly {
      readonly kind: string;
      readonly resolutionKind?: ResolutionKind;
      readonly entrypoint?: string;
      readonly typesFileName?: string;
    }[];
  }>;
}

/** @param name of a package of test/tools */
async function tool<Tool>(name: string): Promise<Tool> {
  return (await import(name)) as Tool;
}

/** What publint says about the tarball. */
export async function lintMessages({ tarball }: InstalledPackage): Promise<(string | undefined)[]> {
  const { publint } = await tool<Publint>('publint');
  const { formatMessage } = await tool<PublintUtils>('publint/utils');
  const { buffer, byteOffset, byteLength } = await readFile(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) } });
  return messages.map((message) => formatMessage(message, pkg));
}

/**
 * What "Are the types wrong?" finds in the tarball: the kind of each problem, and where it is. Ways to import a package can be
 * left out.
 */
export async function typeProblems(
  { tarball }: InstalledPackage,
  ignored: readonly ResolutionKind[] = [],
): Promise<string[]> {
  const { checkPackage, createPackageFromTarballData } = await tool<TypeChecker>('@arethetypeswrong/core');
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (types === false) return ['it has no types'];
  return problems
    .filter(({ resolutionKind }) => resolutionKind === undefined || !ignored.includes(resolutionKind))
    .map(({ kind, entrypoint, typesFileName = '' }) => `${kind} ${entrypoint ?? typesFileName}`);
}
