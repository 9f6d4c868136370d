/** Addresses of this machine that no proxy can reach. */

/**
 * Host names of this machine in a URL: `localhost` and names under it (RFC 6761 section 6.3), 127.0.0.0/8, ::1,
 * ::ffff:127.0.0.0/104.
 */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d+){3}|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\])$/;

/** Host names of this machine for lists such as `NO_PROXY`, in every form that some reader of such a list knows. */
export const LOOPBACK_HOSTS = ['localhost', '.localhost', '127.0.0.1', '127.0.0.0/8', '::1', '[::1]'];

/** Whether the address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
