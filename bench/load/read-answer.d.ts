import type { Buffer } from 'node:buffer';

/** One HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly body: () => Buffer;
}

/** Reads the answer that is under way; undefined where more has to come. */
export declare function readAnswer(bytes: Buffer): Answer | undefined;
