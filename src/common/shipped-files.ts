/** The location of the files that come with the package. */

import { fileURLToPath } from 'node:url';

/** The absolute path of a file or folder of the package, such as `spec/openapi.yaml`. */
export function shippedPath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
