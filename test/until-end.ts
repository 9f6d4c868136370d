/** What a file of tests starts for all of them. */

import { afterAll } from 'vitest';

/** Waits for what starts, and closes it when the tests of the file are over. */
export async function untilEnd<Started extends { readonly close: () => unknown }>(
  starting: Started | Promise<Started>,
): Promise<Started> {
  const started = await starting;
  afterAll(async () => {
    await started.close();
  });
  return started;
}
