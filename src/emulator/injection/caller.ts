/** Finds the file of the user's own code that called a function, as a name that stays. */

import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedPath } from '../../common/shipped-files.js';

/** The folders of this package, its build and its source. */
const OWN = [shippedPath('dist/'), shippedPath('src/')];

/**
 * The path of the file, relative to the working directory, with forward slashes. Undefined if no file of the user is
 * among those that are being called, as in a fixture of a test runner.
 */
export function callerOf(called: (...parameters: never[]) => unknown): string | undefined {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, called);
  const files = (at.stack ?? '').split('\n').flatMap((line) => fileIn(line) ?? []);
  const own = files.find(
    (file) => !file.includes(`${sep}node_modules${sep}`) && !OWN.some((path) => file.startsWith(path)),
  );
  return own === undefined ? undefined : relative(process.cwd(), own).split(sep).join('/');
}

/** The file in a frame such as `at setup (file:///project/test/users.test.ts:3:9)`. */
function fileIn(line: string): string | undefined {
  const place = /(?:\(|at (?:async )?)((?:file:\/\/)?(?:\/|[A-Z]:\\)[^()]*?):\d+:\d+\)?$/.exec(line)?.[1];
  return place?.startsWith('file://') === true ? fileURLToPath(place) : place;
}
