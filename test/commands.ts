/** The path of a test file says which command runs it. All others are those of `npm test`: they run `src` in their process. */

/** `npm test`, too, but each file has a process of its own: they measure its memory. */
export const MEMORY = ['test/**/*.memory.test.ts'];

/** `npm run test:tools`: the package, the command and the page as users have them. */
export const TOOLS = ['test/**/*.tools.test.ts', 'test/{examples,generators,inspector,package}/**/*.test.ts'];

/** `npm run test:long`: what repeats itself. */
export const LONG = ['test/**/*.long.test.ts', 'test/{fuzz,simulation}/**/*.test.ts'];
