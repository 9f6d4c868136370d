/** Long computations in short steps, so that whoever runs them can do something else in between, or give them up. */

/** A computation. It pauses after some thousand items. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** The number of items of one step. */
const STEP_SIZE = 5_000;

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

/** Sorts numbers in ascending order: short parts at once, then neighbours are merged until one part is left. */
export function* sortInSteps(numbers: Float64Array): Steps<Float64Array> {
  for (let start = 0; start < numbers.length; start += STEP_SIZE) {
    numbers.subarray(start, start + STEP_SIZE).sort();
    yield;
  }
  let sorted = numbers;
  for (let length = STEP_SIZE; length < numbers.length; length *= 2) {
    const parts = sorted;
    const merged = new Float64Array(numbers.length);
    for (let start = 0; start < numbers.length; start += 2 * length)
      yield* mergeInSteps(parts, merged, start, start + length, start + 2 * length);
    sorted = merged;
  }
  return sorted;
}

function* mergeInSteps(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): Steps<void> {
  let [left, right] = [start, middle];
  const [leftEnd, rightEnd] = [Math.min(middle, from.length), Math.min(end, from.length)];
  for (let at = start; at < rightEnd || at < leftEnd; at++) {
    if (at % STEP_SIZE === STEP_SIZE - 1) yield;
    const takesLeft = left < leftEnd && (right >= rightEnd || from[left]! <= from[right]!);
    to[at] = from[takesLeft ? left++ : right++]!;
  }
}
