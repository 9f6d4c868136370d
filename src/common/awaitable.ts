/** A value, or a promise of it if it has to be waited for. Whoever needs it awaits it. */
export type Awaitable<Value> = Value | Promise<Value>;
