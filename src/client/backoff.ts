/** How long to wait before the next attempt: exponential backoff with full jitter. */

const BASE_MILLISECONDS = 500;
/** A draw near zero is no backoff. */
const LEAST_MILLISECONDS = 50;

/**
 * In milliseconds.
 * @param retry which one it is, from 1
 * @param most in milliseconds
 * @param random from 0 to 1
 */
export function backoff(retry: number, most: number, random: () => number): number {
  const ceiling = Math.min(most, BASE_MILLISECONDS * 2 ** (retry - 1));
  return Math.max(LEAST_MILLISECONDS, random() * ceiling);
}
