/** JSON merge patches (RFC 7396). */

import { isObject } from './is-object.js';

/** The target as the patch leaves it: null takes a member away, a list replaces the one before. What is not changed is shared. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, name);
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}
