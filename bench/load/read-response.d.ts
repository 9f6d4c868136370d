import type { Buffer } from 'node:buffer';

/** One HTTP response. */
export interface Response {
  readonly status: number;
  readonly body: () => Buffer;
}

/** Reads the response that is arriving; undefined if it is incomplete. */
export declare function readResponse(bytes: Buffer): Response | undefined;
