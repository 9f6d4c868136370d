/** How much tests try that repeat themselves: little by default, much with `npm run test:long`. */

/** The larger number if the variable `TEST_LONG` is set, else the smaller one. */
export function budget({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env['TEST_LONG'] === undefined ? short : long;
}
