/** Long computations in short steps, so that whoever runs them can do something else in between, or give them up. */

/** A computation. It pauses after some thousand items. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** The number of items of one step. */
const STEP_SIZE = 2_000;

/** Does all steps at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Calls `act` with the numbers from 0 to `count` - 1. */
export function* forEachNumber(count: number, act: (number: number) => void): Steps<void> {
  for (let number = 0; number < count; number++) {
    if (number % STEP_SIZE === STEP_SIZE - 1) yield;
    act(number);
  }
}
