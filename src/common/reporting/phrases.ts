/** Phrases with numbers and names, for messages and reports. */

/** `1 warning`, `2 warnings`, `49,980 warnings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  const noun = count === 1 ? one : many;
  return `${figure(count)} ${noun}`;
}

/** `16,384`. */
export function figure(value: number): string {
  return value.toLocaleString('en');
}

/** `a, b and c`. */
export function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)!}`;
}
