/** Members of a response, and the parameters of provider states that give them their value. */

export const PARAMETERS_OF_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['confidenceLevel', ['level']],
  ['freshness', ['standing']],
  ['status', ['status', 'standing']],
  ['provider', ['provider', 'providers']],
  ['kycProvider', ['provider', 'providers']],
  ['total', ['count']],
]);
