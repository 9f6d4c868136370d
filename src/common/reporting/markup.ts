/** Text inside XML and HTML. */

/** XML 1.0 (section 2.2) and HTML cannot represent most control characters. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text as the content of an element: escaped, with U+FFFD in place of what markup cannot contain. */
export function escapedContent(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** The text as an attribute in double quotes, in which parsers read line breaks as spaces (XML 1.0 section 3.3.3). */
export function escapedAttribute(text: string): string {
  return escapedContent(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
