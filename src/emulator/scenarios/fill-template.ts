/** Fills an activation's parameters into templates, which refer to parameters as `{parameter}`. */

import { mapMembers } from '../../common/json.js';
import type { Activation } from '../domain/sandbox/activation.js';

/** The parameters of an activation, with their values. */
export type Parameters = Activation['parameters'];

/** Matches a text that is one reference, such as `{burst}`. */
const WHOLE = /^\{([a-z][a-z0-9-]*)\}$/;
/** Finds the references in a text such as `{burst} calls of {client}`. */
const INSIDE = /\{([a-z][a-z0-9-]*)\}/g;

/**
 * The template with each `{parameter}` replaced. A text that consists of one reference becomes the value itself, such
 * as a number. A reference inside a longer text becomes text. A member whose parameter has no value is left out.
 * Headers are always text.
 */
export function fillTemplate(template: unknown, parameters: Parameters): unknown {
  if (typeof template === 'string') return fillText(template, parameters);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, parameters));
  if (typeof template !== 'object' || template === null) return template;

  const filled = Object.entries(template).map(([name, value]) => [name, fillMember(name, value, parameters)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** Fills one member. Header values are always texts. */
function fillMember(name: string, value: unknown, parameters: Parameters): unknown {
  if (name !== 'headers') return fillTemplate(value, parameters);
  return mapMembers(value as Record<string, string>, (text) => String(fillText(text, parameters)));
}

/** The names of the parameters that a template refers to, in the order of the references. */
export function referencedParameters(template: unknown): string[] {
  return [...JSON.stringify(template).matchAll(INSIDE)].flatMap(([, name]) => name ?? []);
}

/** The parameter to which a template such as `{burst}` refers; undefined if the template is anything else. */
export function wholeReference(template: unknown): string | undefined {
  return typeof template === 'string' ? WHOLE.exec(template)?.[1] : undefined;
}

/** Fills a text. A reference alone becomes the value itself, with its type; inside a text, it becomes text. */
function fillText(text: string, parameters: Parameters): unknown {
  const whole = wholeReference(text);
  if (whole !== undefined) return parameters[whole];
  return text.replace(INSIDE, (_, name: string) => String(parameters[name]));
}
