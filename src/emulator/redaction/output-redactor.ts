/** The redactor for output of programs, and for reports about them. */

import { DEFAULT_SECRET } from '../domain/sandbox/client-secret.js';
import { KnownValues } from './known-values.js';
import { Redactor } from './redactor.js';

/**
 * A redactor for texts that may contain markers already, from exchanges that they quote.
 * @param secrets known secrets in addition to the default client secret, such as the control token
 */
export function outputRedactor(secrets: readonly (string | undefined)[] = []): Redactor {
  const values = new KnownValues();
  for (const secret of [DEFAULT_SECRET, ...secrets]) if (secret !== undefined) values.add(secret);
  return new Redactor({ values, keepsMarkers: true });
}
