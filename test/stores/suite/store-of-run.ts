/** The variable `TEST_STORE`, which says where the emulators of a test run keep their sandboxes. */

const STORES = ['folder', 'redis'] as const;

export type TestedStore = (typeof STORES)[number];

/** @throws Error if the variable has another value */
export function storeOfRun(): TestedStore {
  const given = process.env['TEST_STORE'];
  const known = STORES.find((store) => store === given);
  if (known === undefined) throw new Error(`TEST_STORE=${given}: expected ${STORES.join(' or ')}`);
  return known;
}
