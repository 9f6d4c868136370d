/** HTML in which nothing from outside is taken for markup, because every value that is put into it is escaped. */

/** A piece of HTML; the only thing that is put in as it stands. */
export class Html {
  readonly text: string;

  /** @param text markup, made by this program alone */
  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: text, pieces of HTML, lists of them; nothing for undefined. */
export type HtmlValue = string | number | Html | undefined | readonly HtmlValue[];

/** Makes a piece of HTML: html`<p>${text}</p>`. */
export function html(markup: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(markup.map((piece, at) => (at === 0 ? piece : rendered(values[at - 1]) + piece)).join(''));
}

function rendered(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? String(value) : value.map(rendered).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * For text and for values in quotation marks. What HTML has no way to write is replaced, and so are the characters that
 * turn the direction of what follows: with them a pact could make the page show something else than it says.
 */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
