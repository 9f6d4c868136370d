/** A value, or a promise of the value. Callers use `await`, which accepts both. */
export type Awaitable<Value> = Value | Promise<Value>;
