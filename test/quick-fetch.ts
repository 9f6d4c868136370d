/** The first line of a small program in JavaScript that starts quickly: it replaces `fetch`. */

export const WITH_QUICK_FETCH = `import { fetch } from ${JSON.stringify(new URL('quick-fetch.mjs', import.meta.url).href)};`;
