/** What the proxy reports about an exchange, and the forms in which headers and logs show it. */

import type { Exchange } from '../../emulator/journal/exchange.js';

/**
 * An exchange without personal data and secrets, so that it can be printed anywhere. `id` is its number in the journal.
 */
export interface ProxiedExchange extends Pick<Exchange, 'id' | 'method' | 'operation' | 'status'> {
  /** The path template of the contract: `/api/v1/.../human-scores/{partyId}`. Absent if there is no operation. */
  readonly path?: string;
  readonly violations: readonly ProxyViolation[];
  /** Other remarks, such as the reason why there was no response. */
  readonly notes: readonly string[];
}

/** Receives each exchange. */
export type OnExchange = (exchange: ProxiedExchange) => void;

/** A violation of the contract, in the form of Prism's `sl-violations` header. */
export interface ProxyViolation {
  /**
   * The place: `request` or `response`, its part, and the path to the value: `['response', 'body', 'items', '0',
   * 'kycStatus']`.
   */
  readonly location: readonly string[];
  readonly severity: 'Error';
  /** The violated rule, such as `required`, `type` or `enum`. */
  readonly code: string;
  readonly message: string;
}

/** A violation in the form of the header. */
export function violationAt(location: readonly string[], code: string, message: string): ProxyViolation {
  return { location, severity: 'Error', code, message };
}

/** Renders a violation in one line. */
export function describeViolation({ location, message }: ProxyViolation): string {
  const [side = '', part = '', ...steps] = location;
  const path = steps.map((step) => `/${step}`).join('');
  return `${side} ${part}${path}: ${message}`;
}

/** The violations and the other remarks, a sentence each. */
export function diagnosticsOf({ violations, notes }: Pick<ProxiedExchange, 'violations' | 'notes'>): string[] {
  return [...violations.map(describeViolation), ...notes];
}

/**
 * The longest value of the header, in characters. Node.js clients accept only 16 kB of headers in all. The journal has
 * every violation.
 */
const HEADER_LIMIT = 3_000;

/** Renders as many violations as fit into a header, as JSON in ASCII. */
export function violationsHeader(violations: readonly ProxyViolation[]): string {
  const fitting: string[] = [];
  let length = '[]'.length;
  for (const violation of violations) {
    const text = ascii(JSON.stringify(violation));
    // A shorter violation may still fit.
    if (length + text.length > HEADER_LIMIT) continue;

    fitting.push(text);
    length += text.length + ','.length;
  }

  return `[${fitting.join(',')}]`;
}

/** The text in ASCII, because headers cannot carry other characters. These are escaped as in JSON. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}
