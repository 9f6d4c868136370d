/** Texts with the places of values in them: `responds with {status}`. */

/** The names in a text: `status` in `responds with {status}`. */
export type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The text with the values in the places of their names. */
export function worded(text: string, values: object): string {
  const words = new Map<string, unknown>(Object.entries(values));
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(words.get(name)));
}
