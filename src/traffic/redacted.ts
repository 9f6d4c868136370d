/** Tells what exporters put in the place of secrets from texts that can be compared. */

import { createHash } from 'node:crypto';

/** What a text stands for when an exporter has removed a secret. */
const REDACTED =
  /^\s*$|redacted|removed|masked|hidden|other-secret~|^[*x.\u2022_-]+$|\*{3}|[x\u2022]{6}|^<.*>$|^\[.*\]$/i;

/** Whether an exporter may have put the text in the place of another one, so that it is neither equal nor different. */
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && REDACTED.test(value);
}

/** Whether the value is a text, and no exporter may have put it there: it can be compared with others. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !REDACTED.test(value);
}

/** A name of a secret that equal secrets share; undefined if an exporter may have removed it. */
export function hashOf(secret: string): string | undefined {
  return isText(secret) ? createHash('sha256').update(secret).digest('base64').slice(0, 22) : undefined;
}
