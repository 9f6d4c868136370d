/** Puts an activation's parameters into the places of a scenario that refer to them. */

import type { Activation } from '../domain/sandbox/activation.js';

const WHOLE = /^\{([a-z][a-z0-9-]*)\}$/;
const INSIDE = /\{([a-z][a-z0-9-]*)\}/g;

/**
 * The template with every `{parameter}` replaced: by the value itself where it is the whole text, by its text where it
 * is a part of one. A member whose parameter has no value is left out. Headers are text, whatever the parameter's type.
 */
export function fillTemplate(template: unknown, parameters: Activation['parameters']): unknown {
  if (typeof template === 'string') return fillText(template, parameters);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, parameters));
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.entries(template).map(([name, value]): [string, unknown] => [
    name,
    name === 'headers' ? fillHeaders(value as Record<string, string>, parameters) : fillTemplate(value, parameters),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** The parameters that a template refers to. */
export function referencedParameters(template: unknown): string[] {
  return [...JSON.stringify(template).matchAll(INSIDE)].map((match) => match[1]!);
}

function fillText(text: string, parameters: Activation['parameters']): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return parameters[whole];
  return text.replace(INSIDE, (_, name: string) => String(parameters[name]));
}

function fillHeaders(
  headers: Readonly<Record<string, string>>,
  parameters: Activation['parameters'],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(fillText(text, parameters))]));
}
