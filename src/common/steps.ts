/** Long computations in short steps. Between two steps, the caller can do something else, or end the computation. */

/** A computation. Between two steps, which take a few milliseconds at most, it pauses. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** Does all steps at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Calls `act` with each item, in a step each. */
export function* forEachInSteps<Item>(items: Iterable<Item>, act: (item: Item) => void): Steps<void> {
  for (const item of items) {
    yield;
    act(item);
  }
}

/** The results of `act` for each item, in a step each. */
export function* mapInSteps<Item, Made>(items: Iterable<Item>, act: (item: Item) => Made): Steps<Made[]> {
  const made: Made[] = [];
  yield* forEachInSteps(items, (item) => made.push(act(item)));
  return made;
}
