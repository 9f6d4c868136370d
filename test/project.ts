import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
