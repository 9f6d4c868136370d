/**
 * Text from outside (pacts, bodies, file names) for terminals and logs of CI systems. A terminal obeys escape
 * sequences, and a CI system obeys lines that look like its commands (workflow commands of GitHub Actions).
 */

/** Control characters except tab and line feed; separators of lines; and what changes the direction of text. */
// eslint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/** `::error::` of GitHub at the start of a line. GitHub ignores the blanks before it. */
const COMMAND_LINE = /^([ \t]*):(?=:)/gm;

/** `##[error]` of GitHub and Azure, `##vso[` of Azure, `##teamcity[`: anywhere in a line. */
const COMMAND = /##(?=(?:vso|teamcity)?\[)/gi;

/**
 * The text with visible escapes in place of everything that a terminal or a CI system obeys. The escapes are those of
 * JSON, so that a JSON document keeps its meaning.
 */
export function harmlessText(text: string): string {
  return text
    .replace(OBEYED, escaped)
    .replace(COMMAND_LINE, (_, blanks: string) => blanks + escaped(':'))
    .replace(COMMAND, `#${escaped('#')}`);
}

/** The code of a character in place of the character itself. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
