/** How much tests try that repeat themselves: little by default, much with `npm run test:long`. */

/** What is for a long run if the variable `TEST_LONG` is set, else what is for every run. */
export function budget<Value>({ short, long }: { readonly short: Value; readonly long: Value }): Value {
  return process.env['TEST_LONG'] === undefined ? short : long;
}
