/**
 * Values that seldom have to be waited for. To wait for one that is there would take time, and let others come between.
 */

/** A value, or a promise of it if it has to be waited for. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A value, or why there is none. */
export type Result<Value> = { readonly value: Value } | { readonly failure: unknown };

/** Goes on with a value: at once if it is there. */
export function whenReady<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What `make` makes, or its error. Neither throws nor rejects. */
export function settled<Value>(make: () => Awaitable<Value>): Awaitable<Result<Value>> {
  try {
    const made = make();
    return made instanceof Promise ? made.then(asValue, asFailure) : asValue(made);
  } catch (failure) {
    return asFailure(failure);
  }
}

function asValue<Value>(value: Value): Result<Value> {
  return { value };
}

function asFailure(failure: unknown): { readonly failure: unknown } {
  return { failure };
}
