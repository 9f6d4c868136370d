/** Parses the JSON that the Pact verifier returns. */

import { parseJson, withoutUndefined } from '../../common/json.js';
import { MARKERS } from '../../emulator/redaction/markers.js';
import { outputRedactor } from '../../emulator/redaction/output-redactor.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { matchesPattern } from '../compare/matching-rules.js';
import type { ReportedError, ReportedMismatch, VerifierOutput } from '../foreign-types.js';
import type { InteractionFailure } from '../report/verification-report.js';

/** The verdict on each run, by run ID: the failures that the verifier reports. There are none if the run passed. */
export type Verdicts = ReadonlyMap<string, readonly InteractionFailure[]>;

/** The verifier's results for a pact. */
export interface VerifierResults {
  /** The verdicts on the interactions that have a result. */
  readonly verdicts: Verdicts;
  /** Messages that belong to no single interaction, such as why the verifier could not read the pact. */
  readonly messages: readonly string[];
}

/**
 * Parses the output. The ID of an interaction is a run ID.
 * @param address the emulator's address in its responses: `http://id-emulator`. A URL at this address also passes if it
 * would pass with https, or at the address of the example. Default: addresses are compared
 */
export function parseVerifierOutput(text: string, address?: string): VerifierResults {
  const { errors = [], pendingErrors = [], interactionResults = [] } = JSON.parse(text) as VerifierOutput;
  const verdicts = new Map<string, InteractionFailure[]>();
  const messages: string[] = [];

  for (const { mismatch } of [...errors, ...pendingErrors]) {
    // The verifier leaves the ID empty if it could not read the whole pact.
    if (mismatch.interactionId) verdicts.set(mismatch.interactionId, failuresOf(mismatch, address));
    else messages.push(readable(mismatch.message ?? 'it reports a failure without a reason'));
  }

  for (const { interactionId, result } of interactionResults) {
    if (!interactionId || verdicts.has(interactionId)) continue;

    const message = `the Pact verifier reports the result "${result}" without a reason`;
    verdicts.set(interactionId, result === 'OK' ? [] : [{ kind: 'verifier', message }]);
  }

  return { verdicts, messages };
}

/**
 * The message without the path of the copied pact and without the port of the proxy: they differ in each run, and mean
 * nothing to users.
 */
function readable(message: string): string {
  return message
    .replace(/^Failed to load pact '[^']*' - /, 'it cannot read the interaction: ')
    .replace(/(?<=\.) Source: [^ ]*\.json$/, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+/, '');
}

/** The failures of one interaction. Empty if only the address of the emulator differs from the example. */
function failuresOf(reported: ReportedError['mismatch'], address?: string): InteractionFailure[] {
  const { message, mismatches = [] } = reported;
  const reason = readable(message ?? 'the Pact verifier reports a failure without a reason');
  if (mismatches.length === 0) return [{ kind: 'verifier', message: reason }];

  const wrong = mismatches.filter((mismatch) => !differsInAddress(mismatch, address));

  return wrong.map((one) => responseFailure(one, address)).toSorted(byPlace);
}

/**
 * Sorts mismatches, because the verifier reports them in another order each time. A wrong status comes first, because
 * it explains the other mismatches.
 */
function byPlace(one: InteractionFailure, other: InteractionFailure): number {
  const keyOf = ({ where = '', message }: InteractionFailure): string =>
    // No other place begins with a line break, which sorts before all letters.
    where === 'status' ? `\n${message}` : `${where}\n${message}`;
  if (keyOf(one) === keyOf(other)) return 0;

  return keyOf(one) < keyOf(other) ? -1 : 1;
}

/**
 * Matches messages such as `Expected 'p2' to match '^p1$'`. The groups are the value, how it was compared, and the
 * pattern or text.
 */
const TEXT_MISMATCH = /Expected '(.*)' to (match|include) '(.*)'$/s;

/** Whether a value is a URL at the emulator's address. */
function isAt(value: string, address: string | undefined): address is string {
  return address !== undefined && value.startsWith(`${address}/`);
}

/**
 * Whether a URL of the emulator fails a matcher only because of the emulator's address. The contract promises a URL,
 * but nobody knows the service's own address, so the address must not matter.
 */
function differsInAddress({ mismatch = '', expected }: ReportedMismatch, address: string | undefined): boolean {
  const [, value = '', how, wanted = ''] = TEXT_MISMATCH.exec(mismatch) ?? [];
  if (!isAt(value, address)) return false;

  // The example of the pact contains the address that its author knows.
  const addressOfExample = /https?:\/\/[^/"]+/.exec(String(expected)) ?? [];
  const addresses = [address.replace(/^http:/, 'https:'), ...addressOfExample];
  const urls = addresses.map((other) => value.replace(address, other));

  return urls.some((url) => (how === 'include' ? url.includes(wanted) : matchesPattern(url, wanted)));
}

/** The hint for a URL at the emulator's address that fails a matcher. */
const OWN_ADDRESS =
  ": this URL is the emulator's own, because the specification does not say how those of the service look" +
  '; use a matcher that any URL satisfies';

/** The failure that a mismatch describes. It has a hint if the pattern or the URL is the likely cause. */
function responseFailure(reported: ReportedMismatch, address?: string): InteractionFailure {
  const { type, mismatch, path, key, expected, actual } = reported;
  const part = type === 'HeaderMismatch' ? 'header' : 'body';
  // A body has a path, a header a key.
  const where = type === 'StatusMismatch' ? 'status' : `${part} ${path ?? key ?? ''}`.trimEnd();

  const [, value = '', how, wanted] = TEXT_MISMATCH.exec(mismatch ?? '') ?? [];
  const pattern = how === 'match' ? wanted : undefined;
  const addressHint = isAt(value, address) ? OWN_ADDRESS : '';
  const hint = wholeValueHint(value, pattern) ?? addressHint;

  // Nothing else in the report says that these values are at the place of a secret.
  const isSecret = isSecretName(where);
  const redactor = outputRedactor(isSecret ? [unquoted(expected), unquoted(actual)] : []);
  const shown = (value: unknown): string | undefined => (isSecret && value ? MARKERS.otherSecret : textOf(value));
  // A secret whose middle is cut out would no longer be recognized.
  const message = withoutMiddle(redactor.text(mismatch ?? type)) + hint;

  // With a pattern, any match is expected, not the example.
  const expectedText = pattern === undefined ? shown(expected) : redactor.text(`a text that matches ${pattern}`);

  return { kind: 'answer', message, where, ...withoutUndefined({ expected: expectedText, actual: shown(actual) }) };
}

/** The value as a message quotes it: the verifier reports texts as JSON. */
function unquoted(value: unknown): string {
  return String(parseJson(String(value)) ?? value);
}

/** The most characters of a message that are shown. */
const MOST_CHARACTERS = 400;

/** The beginning and the end of a long message. A message may contain whole lists, and what it says is at both ends. */
function withoutMiddle(message: string): string {
  const half = MOST_CHARACTERS / 2;
  return message.length <= MOST_CHARACTERS ? message : `${message.slice(0, half)} ... ${message.slice(-half)}`;
}

/**
 * The hint for a pattern that matches only a part of the value; undefined for any other pattern. Users of other tools
 * expect a partial match to be enough.
 */
function wholeValueHint(value: string, pattern: string | undefined): string | undefined {
  if (pattern === undefined || matchesPattern(value, pattern)) return undefined;

  const wider = [`${pattern}.*`, `.*${pattern}`, `.*${pattern}.*`].find((one) => matchesPattern(value, one));
  if (wider === undefined) return undefined;

  const rule = 'the Pact verifier requires that it matches the whole value';
  return `: the pattern matches a part, and ${rule}, as ${wider} does`;
}

/** The value as text; undefined stays undefined. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
