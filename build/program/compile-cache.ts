/** The program holds its compiled code. Stands in for `src/common/platform/compile-cache.ts`. */

/** Keeps nothing. */
export function keepCompiled(): void {
  // Node.js reads what `make.js` has let it compile.
}
