/**
 * Tests of evidence that are written in a YAML document: by name, the requests of a recording that begins with a login and a
 * first page of users, how its responses are changed, and what is said of it. What is in a test: {@link Written}.
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { absolute, perform, type Sender, type Steps } from '../../exchanges.js';
import { refuseOthers } from '../../filled-entries.js';
import { at, customTags, filled, type Values } from '../../written-values.js';
import { accusations } from './random-lives.js';
import { answer, type Entry, evidenceWith, Recorder } from './recorded-traffic.js';

interface Written {
  /** Rows of values, for as many tests. */
  readonly each?: readonly Values[];
  /** The options of an emulator of its own. Default: one with 20 parties beside the cast, which all share. */
  readonly emulator?: EmulatorOptions;
  /** Requests that are not recorded, for the values that they keep; and those that are. `login` asks for another token. */
  readonly before?: Steps;
  readonly sends?: Steps;
  readonly changes?: readonly Change[];
  /** Some members of what is said of points, by their IDs; and a pattern of the IDs of which nothing is said. */
  readonly points?: object;
  readonly silent?: string;
  readonly options?: readonly unknown[];
  readonly undecided?: readonly unknown[];
  /** Some members of each remark. */
  readonly contradictions?: readonly object[];
  readonly surprises?: readonly object[];
  /** Whether anything is refuted, contradicts the contract, has no point, or is an option. */
  readonly accuses?: false;
}

const MEMBERS = 'each emulator before sends changes points silent options undecided contradictions surprises accuses';

/** How responses are changed. */
interface Change {
  /** A pattern of the URL and the body of their requests. Default: any. */
  readonly of?: string;
  readonly was?: number;
  /** Their numbers in the recording, from 0. */
  readonly at?: readonly number[];
  /** Without `body`, `set` or `headers`, there is no body. */
  readonly status?: number;
  readonly body?: unknown;
  /** Values by place; `*` is each item. */
  readonly set?: Values;
  /** Items that have one of these values are left out, and not counted. */
  readonly drop?: Values;
  /** By name; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** By how many seconds it is later. */
  readonly later?: number;
}

const CHANGE = 'of was at status body set drop headers later';

/** Makes a test of each entry of the document, and returns the emulator that they share. */
export function testTraffic(document: URL): () => Emulator {
  let shared: Emulator;

  beforeAll(async () => {
    shared = await startEmulator({ population: 20 });
  });

  afterAll(() => shared.close());

  const entries = parse(readFileSync(document, 'utf8'), { customTags, merge: true }) as Readonly<
    Record<string, Written>
  >;
  for (const [title, written] of Object.entries(entries)) {
    refuseOthers(title, written, MEMBERS);
    for (const row of written.each ?? [{}])
      test(String(filled(title, row)), async () => {
        await using own = written.emulator && (await startEmulator(filled(written.emulator, row) as EmulatorOptions));
        const { sends = [], ...others } = written;
        const values = await valuesBefore(own ?? shared, written, row);
        const { changes = [], ...said } = filled({ ...others, before: [] }, values) as Written;
        const evidence = await evidenceWith(
          own ?? shared,
          async (recorder) => {
            await perform(sends, senderOf(recorder), values, { login: () => recorder.login() });
          },
          (entry, _, nth) => {
            for (const change of changes) apply(change, entry, nth);
          },
        );
        check(evidence, said);
      });
  }
  return () => shared;
}

async function valuesBefore(emulator: Emulator, { before = [] }: Written, row: Values): Promise<Values> {
  if (before.length === 0) return row;

  const recorder = new Recorder(emulator);
  await recorder.login();
  return await perform(before, senderOf(recorder), row);
}

function senderOf(recorder: Recorder): Sender {
  return {
    send: async ({ method, path, headers, token, body }) => {
      const url = recorder.emulator.url + absolute(path, 'default');
      const fields = { ...(token !== null && recorder.authorization), ...headers };
      const sent = { method, headers: fields, ...(body !== undefined && { body }) };
      const { status, body: json } = await recorder.send(url, sent);
      return { status, json, headers: new Headers(), text: JSON.stringify(json) };
    },
  };
}

function apply(change: Change, entry: Entry, nth: number): void {
  refuseOthers('a change', change, CHANGE);
  const { request, response } = entry;
  const { of = '', was = response.status, at: numbers = [nth], status = response.status, set, drop } = change;
  const { headers = {}, later } = change;
  const isConcerned = new RegExp(of).test(`${request.url} ${request.postData?.text ?? ''}`);
  if (!isConcerned || response.status !== was || !numbers.includes(nth)) return;

  const { text = '' } = response.content;
  const read = (text === '' ? {} : JSON.parse(text)) as Values;
  if (drop !== undefined) leaveOut(read, drop);
  for (const [place, value] of Object.entries(set ?? {})) put(read, place.split('.'), value);
  if ('body' in change) answer(entry, status, change.body);
  else if (set !== undefined || drop !== undefined) answer(entry, status, read);
  else if (headers !== change.headers && status !== was) answer(entry, status);
  response.status = status;
  for (const [name, value] of Object.entries({ ...headers, ...(later !== undefined && laterDate(entry, later)) })) {
    response.headers = response.headers.filter((each) => each.name.toLowerCase() !== name.toLowerCase());
    if (value !== null) response.headers.push({ name, value });
  }
}

function leaveOut(list: Values, values: Values): void {
  const items = (list['items'] as readonly Values[]).filter((item) =>
    Object.entries(values).every(([name, value]) => item[name] !== value),
  );
  const total = Number(at(list, 'pagination.total')) - (list['items'] as readonly unknown[]).length + items.length;
  Object.assign(list, { items, pagination: { ...(list['pagination'] as object), total } });
}

/** Writes a value at a place, where its owner is. */
function put(owner: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof owner !== 'object' || owner === null) return;

  if (name === '*') for (const item of owner as readonly unknown[]) put(item, rest, value);
  else if (rest.length > 0) put(at(owner, name), rest, value);
  else Object.assign(owner, { [name]: value });
}

function laterDate({ response }: Entry, seconds: number): Readonly<Record<string, string>> {
  const { value } = response.headers.find(({ name }) => name === 'date')!;
  return { Date: new Date(Date.parse(value) + seconds * 1_000).toUTCString() };
}

function check(evidence: Evidence, { points = {}, silent, accuses, ...lists }: Written): void {
  const named = Object.keys(points).map((id) => [id, { variant: undefined, ...evidence.points[id] }]);
  expect(Object.fromEntries(named)).toMatchObject(points);
  if (silent !== undefined)
    expect(Object.keys(evidence.points).filter((id) => new RegExp(silent).test(id))).toEqual([]);
  if (accuses === false) expect(accusations(evidence)).toEqual([]);
  for (const list of ['options', 'undecided', 'contradictions', 'surprises'] as const)
    if (lists[list] !== undefined) expect(evidence[list], list).toMatchObject(lists[list]);
}
