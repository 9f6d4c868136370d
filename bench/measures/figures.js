/** The names of figures that more than one place speaks of, with their units. */

/** @typedef {{ name: string, unit: string }} Figure */

export const START = { name: 'process start to first good answer', unit: 'ms' };
export const WARM_START = { name: '`startEmulator()` in a warm process', unit: 'ms' };
export const OPEN_SANDBOX = { name: '`POST /_emulator/sandboxes`, one after the other', unit: 'ms' };
export const FRESH_SANDBOX = { name: 'fresh sandbox: open, token, first list, close', unit: 'ms' };
export const COLD_FRESH_SANDBOX = { name: `${FRESH_SANDBOX.name}, the first 500 of a process`, unit: 'ms' };
export const IDLE_MEMORY = { name: 'memory at rest', unit: 'MB' };
export const FIRST_LIST = { name: 'first sorted, filtered or searched list', unit: 'ms' };
export const LATER_LIST = { name: 'later page of that list', unit: 'ms' };
export const FIRST_LOOKUP = { name: 'first single look-up', unit: 'ms' };
export const CLIENT_CALL = { name: 'one call after the other', unit: 'µs' };
export const COMMAND = { name: 'whole process', unit: 's' };
export const INSTALLED_SIZE = { name: 'installed size', unit: 'MB' };
export const INSTALLED_PACKAGES = { name: 'packages', unit: 'packages' };

/** @returns {Figure} */
export function loadedMemory(requests) {
  return { name: `memory after ${requests.toLocaleString('en')} requests`, unit: 'MB' };
}

/** @returns {Figure} */
export function sandboxMemory(sandboxes) {
  return { name: `memory with ${sandboxes.toLocaleString('en')} sandboxes`, unit: 'MB' };
}

/** @returns {Figure} */
export function exchangesMemory(sandboxes) {
  return { name: `memory with ${sandboxes.toLocaleString('en')} sandboxes and ten exchanges in each`, unit: 'MB' };
}

/** @returns {Figure} */
export function mixedMemory(requests) {
  return {
    name: `memory after ${requests.toLocaleString('en')} requests of the mixture, population 100,000`,
    unit: 'MB',
  };
}

/** @returns {Figure} */
export function throughput(what) {
  return { name: what, unit: 'requests/s' };
}

/** @returns {Figure} */
export function latency(what, percentile) {
  return { name: `${what}, ${percentile}`, unit: 'ms' };
}

/** @returns {Figure} */
export function cpu(what) {
  return { name: `${what}, processor time`, unit: 'µs a request' };
}

/** What a figure of the emulator alone depends on. */
export function level(what, count) {
  return `${what} ${count.toLocaleString('en')}`;
}
