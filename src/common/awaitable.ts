/**
 * Values that seldom have to be waited for. To wait for one that is there would take time, and let others come between.
 */

/** A value, or a promise of it if it has to be waited for. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value: at once if it is there. */
export function whenReady<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
