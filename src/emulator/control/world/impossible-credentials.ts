/** Credentials that no provider could have issued: in the future, or with an end before their beginning. */

import { isObject } from '../../../common/json.js';
import { type Moment, parseMoment } from '../../domain/time/moment.js';
import { isoTimestamp } from '../../domain/time/timestamp.js';

/** A mistake, and the JSON pointer to it. */
export interface PointedMistake {
  readonly pointer: string;
  readonly message: string;
}

/** When a credential is issued and expires, in milliseconds since 1970, and when it enters the world. */
export interface CredentialTimes {
  readonly issued: number;
  readonly expires: number;
  readonly at: number;
}

/** What is impossible about the times of a credential; undefined if nothing is. */
export function impossibleTimes({ issued, expires, at }: CredentialTimes): PointedMistake | undefined {
  if (issued > at) {
    const message = `expected a time up to ${isoTimestamp(at)}, the sandbox's clock, found ${isoTimestamp(issued)}: no credential is issued in the future`;
    return { pointer: '/issuedAt', message };
  }
  if (expires >= issued) return undefined;
  const message = `expected a time from ${isoTimestamp(issued)} on, when the credential is issued, found ${isoTimestamp(expires)}`;
  return { pointer: '/expiresAt', message };
}

/**
 * The impossible credentials of a party's entry in a fixture, with pointers into the entry. The sandboxes of a fixture have
 * clocks that start at different times: only times of one kind can be compared, and only a duration is surely in the future.
 */
export function impossibleCredentials(party: object): PointedMistake[] {
  const { credentials } = party as { credentials?: unknown };
  return (Array.isArray(credentials) ? credentials : []).flatMap((credential: unknown, index): PointedMistake[] => {
    const issued = momentIn(credential, 'issuedAt');
    const expires = momentIn(credential, 'expiresAt');
    const place = `/credentials/${index}`;
    if (issued === undefined) return [];
    if ('sinceStart' in issued && issued.sinceStart > 0) {
      const message =
        'expected a date, or a duration before the start such as -P12D: no credential is issued in the future';
      return [{ pointer: `${place}/issuedAt`, message }];
    }
    if (expires === undefined || !isBefore(expires, issued)) return [];
    return [{ pointer: `${place}/expiresAt`, message: 'expected a time after issuedAt, found an earlier one' }];
  });
}

function momentIn(credential: unknown, name: string): Moment | undefined {
  const text = isObject(credential) ? credential[name] : undefined;
  return typeof text === 'string' ? parseMoment(text) : undefined;
}

function isBefore(one: Moment, other: Moment): boolean {
  if ('at' in one) return 'at' in other && one.at < other.at;
  return 'sinceStart' in other && one.sinceStart < other.sinceStart;
}
