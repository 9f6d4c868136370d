/** What removes secrets from what programs print, and from reports about them. */

import { DEFAULT_SECRET } from '../domain/sandbox/client-secret.js';
import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { KnownValues } from './known-values.js';
import { Redactor } from './redactor.js';

/**
 * A redactor whose texts may contain markers already, of exchanges in them.
 * @param secrets those that are known beside the default client secret, such as the control token
 */
export function outputRedactor(secrets: readonly (string | undefined)[] = []): Redactor {
  const values = new KnownValues();
  for (const secret of [DEFAULT_SECRET, ...secrets]) if (secret !== undefined) values.add(secret);
  return new Redactor({ ...SECRET_PLACES, values, keepsMarkers: true });
}
