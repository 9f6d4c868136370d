/** Shows how far the conformance suite is: one line that is written over, or a line for each group that is done. */

import type { ConformanceOptions } from '../conformance/index.js';

export interface Progress {
  readonly onResult: NonNullable<ConformanceOptions['onResult']>;
  /** The report comes next. */
  readonly onEnd: () => void;
}

/** @param isTerminal whether a line can be written over */
export function showProgress(write: (text: string) => void, isTerminal: boolean): Progress {
  let group: string | undefined;
  const line = (done: number, all: number, name: string): string =>
    `${String(done).padStart(String(all).length)} of ${all}  ${name}`;
  return {
    onResult: (result, done, all) => {
      if (isTerminal) write(`\r\u001B[K${line(done, all, result.id)}`);
      else if (result.group !== group) write(`${line(done - 1, all, result.group)}\n`);
      group = result.group;
    },
    onEnd: () => {
      if (isTerminal) write('\r\u001B[K');
    },
  };
}
