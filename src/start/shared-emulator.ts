/**
 * An emulator in a program that shares its store with others. Another one may have the newest state of a sandbox, and a
 * method that returns at once cannot wait for it: sandboxes are reached over HTTP alone.
 */

/** The URL of a Redis: `redis://localhost:6379`, `rediss://user:password@redis.example.com:6380/2`. */
export type RedisUrl = `redis://${string}` | `rediss://${string}`;

/** The members of an emulator that need a sandbox at once. */
export interface RefusedMembers {
  readonly defaultSandbox: never;
  readonly sandbox: () => never;
  readonly sandboxes: () => never;
}

/** For callers without types: every use throws. @param url where the emulator is reached */
export function refusedMembers(url: string): RefusedMembers {
  const refuse = (): never => {
    throw new Error(
      `with a store in Redis, sandboxes are reached over HTTP alone: use the control plane, ${url}/_emulator/sandboxes`,
    );
  };
  return {
    get defaultSandbox() {
      return refuse();
    },
    sandbox: refuse,
    sandboxes: refuse,
  };
}
