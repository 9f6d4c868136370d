/** HTML templates that escape every value, so that no value can become markup. */

/** A piece of HTML: the only kind of value that a template does not escape. */
export class Html {
  readonly text: string;

  /** @param text trusted markup */
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text, HTML, or a list of them. Undefined results in nothing. */
export type HtmlValue = string | number | Html | undefined | readonly HtmlValue[];

/** Template tag: html`<p>${text}</p>`. */
export function html(markup: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(markup.map((piece, at) => (at === 0 ? piece : rendered(values[at - 1]) + piece)).join(''));
}

function rendered(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? String(value) : value.map(rendered).join('');
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

/**
 * Escapes text and the values of quoted attributes. Replaces characters that HTML cannot contain, and those that
 * change the direction of text: with them, a value could make the page show something else than it contains.
 */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES.get(character)!);
}

// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
