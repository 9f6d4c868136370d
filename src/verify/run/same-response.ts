/** Compares the responses of two runs of an interaction. */

import type { ObservedResponse } from './run.js';
import { bodyOf } from './run.js';

/** The emulator's own headers, what follows from the body or the moment, and what gateways add. */
const NOT_COMPARED =
  /^(emulator-.*|date|content-length|connection|keep-alive|etag|x-request-id|vary|content-encoding|access-control-allow-origin)$/;

/** Whether two responses are equal, except for texts that differ in every run: tokens name their sandbox. */
export function isSameResponse(one: ObservedResponse, other: ObservedResponse): boolean {
  if (one.status !== other.status || !isSameText(headersText(one), headersText(other))) return false;
  const [a, b] = [bodyOf(one), bodyOf(other)];
  return a === undefined || b === undefined ? one.body === other.body : isSameValue(a, b);
}

function headersText({ headers }: ObservedResponse): string {
  const compared = Object.entries(headers).filter(([name]) => !NOT_COMPARED.test(name));
  return JSON.stringify(compared.toSorted());
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [names, otherNames] = [Object.keys(one), Object.keys(other)];
  if (Array.isArray(one) !== Array.isArray(other) || names.join() !== otherNames.join()) return false;
  return names.every((name) =>
    isSameValue((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}

/** A token, also as part of a text such as a URL. Sandboxes have IDs of the same length, and so have their tokens. */
const TOKEN = /[\w-]{24,}(?:\.[\w-]{24,})*/g;

function isSameText(one: string, other: string): boolean {
  const shape = (text: string): string => text.replace(TOKEN, (token) => '#'.repeat(token.length));
  return one === other || shape(one) === shape(other);
}
