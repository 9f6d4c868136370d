/** What a call in a program comes to, as text that is the same in each run. */

/** @param {string} call @param {() => unknown} perform */
export async function show(call, perform) {
  console.log(`> ${call}`);
  try {
    const value = await perform();
    const text = value === undefined ? 'undefined' : JSON.stringify(value);
    console.log(text);
    return value;
  } catch (error) {
    const { name, message, cause, stack: _stack, ...members } = error;
    const kinds = [];
    for (let kind = Object.getPrototypeOf(error); kind !== Object.prototype; kind = Object.getPrototypeOf(kind))
      kinds.push(kind.constructor.name);
    console.log(`! ${name} (${kinds.join(' < ')}): ${message}`);
    if (cause !== undefined) console.log(`! because of ${cause?.message ?? cause}`);
    if (Object.keys(members).length > 0) console.log(`! ${JSON.stringify(members)}`);
    return undefined;
  }
}

/** The names that an object and its classes have. @param {object} object @returns {string[]} */
export function namesOf(object) {
  const names = [];
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return [...new Set(names)].filter((name) => name !== 'constructor').sort();
}
