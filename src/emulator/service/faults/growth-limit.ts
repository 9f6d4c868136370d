/** How far scenarios may enlarge a response: to the option `responseBytes`. */

import type { ChangeValue, DescribedValue } from '../../../contract/schema/map-value.js';
import type { ServiceResponse } from '../service-response.js';

/** The length of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

/** Limits how many bytes changes add. A change that would add too many, and all after it, leave values as they are. */
export class GrowthLimit {
  #left: number;
  /** Whether a change would have added too many bytes. */
  isExceeded = false;

  /** @param bytes that may be added; none if negative */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  limited(change: ChangeValue): ChangeValue {
    return (described) => {
      const changed = change(described);
      const growth = growthOf(described, changed);
      if (growth <= 0) return changed;
      this.isExceeded ||= growth > this.#left;
      if (this.isExceeded) return described.value;
      this.#left -= growth;
      return changed;
    };
  }
}

/** Only texts and the members of objects change in length. */
function growthOf({ value }: DescribedValue, changed: unknown): number {
  if (changed === value || changed === undefined || changed === null) return 0;
  if (typeof changed === 'string') return bytesOf(changed) - bytesOf(value);
  return typeof changed === 'object' ? addedBytes(value as object, changed) : 0;
}

function addedBytes(before: object, after: object): number {
  const added = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
  return added.length === 0 ? 0 : bytesOf(Object.fromEntries(added));
}

/** The response, which says that a scenario has not enlarged it as far as it would have. */
export function withLimitReached(response: ServiceResponse, scenario: string, limit: number): ServiceResponse {
  const reached = `${scenario} stopped enlarging the response, which may have ${limit} bytes (option responseBytes)`;
  return { ...response, diagnostics: [...(response.diagnostics ?? []), reached] };
}
