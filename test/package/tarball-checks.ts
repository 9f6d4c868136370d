/** What independent tools find in a packed tarball. They are large, so only the test that needs them imports this file. */

import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData, type ResolutionKind } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { InstalledPackage } from './installed-package.js';

/** What publint says about the tarball. */
export async function lintMessages({ tarball }: InstalledPackage): Promise<(string | undefined)[]> {
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
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (analysis.types === false) return ['it has no types'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && ignored.includes(problem.resolutionKind)))
    .map((problem) => {
      const place =
        'entrypoint' in problem ? problem.entrypoint : 'typesFileName' in problem ? problem.typesFileName : '';
      return `${problem.kind} ${place}`;
    });
}
