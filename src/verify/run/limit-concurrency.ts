/** Runs a task when a place is free, and returns what the task returns. */
export type Limited = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Lets at most `limit` tasks run at a time. The others wait, and start in the order in which they were given. */
export function limitConcurrency(limit: number): Limited {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
