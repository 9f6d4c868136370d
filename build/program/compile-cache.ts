/** Stands in for `src/common/platform/compile-cache.ts`, because the program holds its compiled code. */

/** Keeps nothing. */
export function keepCompiled(): void {
  // Node.js reads the code that was compiled when `make.js` made the program.
}
