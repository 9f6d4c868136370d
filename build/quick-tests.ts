/**
 * The code of a validator that tests the commonest conditions without their regular expressions, and does not count the
 * characters of a text that only has to have one: in half the time for a list of credentials.
 */
export function withQuickTests(code: string): string {
  return code
    .replace(/\bfunc\d+\((\w+)\) < 1\b/g, '$1.length < 1')
    .replaceAll('new RegExp("Z$", "u")', '{ test: (text) => text.endsWith("Z") }')
    .replaceAll('new RegExp("^[^\\\\u0000]+$", "u")', '{ test: (text) => text !== "" && !text.includes("\\0") }');
}
