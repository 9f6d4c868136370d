/**
 * Tests that are written in a YAML document: by name, the requests of each test, sent one after the other, and what they
 * get. A step is a request with its status, or with the status of each call if it is sent several times; without one, as
 * plain text, any success will do. What else is in a step: {@link Step}.
 *
 * Paths are relative to `{base_url}/api/v1/institutions/me`, with `verification/` to `{base_url}/api/v1`, with `control/` to
 * the sandbox's part of the control plane, with `/` to the emulator. `$Ben` is the party ID of a member of the cast, `$Ben.0`
 * a contract ID, `$Ben.email` another member, and `$name` a value that was kept, `$name+1` one more.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SandboxOptions } from '../src/index.js';
import { fetched, type Answered } from './fetched.js';
import { tokenOf } from './institution.js';
import { at, customTags, filled, textOf, type Values } from './written-values.js';

/** A request as a sender takes it. Its token is undefined if the step says nothing about one. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null | undefined;
  readonly body: string | undefined;
}

/** Sends the requests of one test. */
export interface Sender {
  readonly send: (asked: Asked) => Promise<Answered>;
  /** What `$name` stands for at first. */
  readonly values?: Values;
}

/** Further steps, by their first word; each takes the others, and returns what is compared with the step's value and checked like a body. */
export type Acts = Readonly<Record<string, (sender: Sender, ...words: readonly string[]) => unknown>>;

/** What is beside a request. What is said of the response is said of the last one. */
interface Step {
  /** The body that is sent. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another token; null sends none. */
  readonly token?: string | null;
  /** The selection of scenarios of the request. */
  readonly under?: string;
  /** Some members of the response's body; or the whole body. */
  readonly body?: object;
  readonly exactly?: unknown;
  /** What is at a place of the body, see {@link at}; `!absent` if nothing is there. */
  readonly see?: Values;
  /** Headers of the response; null if it must not have one. */
  readonly has?: Readonly<Record<string, string | null>>;
  /** What the text or the list at a place of the body contains. */
  readonly contains?: Values;
  /** The whole body as it was sent; texts in it; texts that are not in it. */
  readonly text?: string;
  readonly says?: string | readonly string[];
  readonly silent?: string | readonly string[];
  /** Keeps what is at a place of the body under a name. */
  readonly keep?: Readonly<Record<string, string>>;
}

const MEMBERS = 'json form raw headers token under body exactly see has contains text says silent keep ..'.split(' ');
const FORM = 'application/x-www-form-urlencoded';

export type Steps = readonly (string | Values)[];

/** Steps; or with the options of the sandbox, and with rows of values for as many tests with these steps. */
type Written = Steps | { readonly sandbox?: object; readonly each?: readonly Values[]; readonly steps: Steps };

/** What any document may use. */
const COMMON: Acts = {
  differ: (_, one, other) => one !== other,
  /** How many different texts a list has. */
  different: (_, list = '') => new Set(list.split(',')).size,
  /** Whether each item of a list has a member. */
  everywhere: (_, items = '', member = '') => (JSON.parse(items) as object[]).every((item) => member in item),
  advance: async (sender, by) => {
    expect(await fetchedBy(sender, 'control/clock/advance', { by })).toMatchObject({ status: 200 });
  },
};

/** Makes a test of each entry of the document, and returns their names. @param open opens what the requests of a test are sent to */
export function testExchanges(
  document: URL,
  open: (options: object, name: string) => Promise<Sender>,
  acts: Acts = {},
): string[] {
  const entries = parse(readFileSync(document, 'utf8'), { customTags, merge: true }) as Readonly<
    Record<string, Written>
  >;
  return Object.entries(entries).flatMap(([title, written]) => {
    const { sandbox = {}, each = [{}], steps } = 'steps' in written ? written : { steps: written };
    return each.map((row) => {
      const name = String(filled(title, row));
      test(name, async () => {
        const sender = await open(filled(filled(sandbox, row), {}) as object, name);
        const values = { ...sender.values, ...(filled(row, sender.values ?? {}) as Values) };
        await perform(steps, sender, values, { ...COMMON, ...acts });
      });
      return name;
    });
  });
}

/** Performs the steps, one after the other, and returns what is known then. */
export async function perform(
  steps: Steps,
  sender: Sender,
  given = sender.values ?? {},
  acts: Acts = COMMON,
): Promise<Values> {
  let values = given;
  for (const step of steps) values = { ...values, ...(await performed(step, sender, values, acts)) };
  return values;
}

/** Performs a step, and returns what it keeps. */
async function performed(given: string | Values, sender: Sender, values: Values, acts: Acts): Promise<Values> {
  const written = typeof given === 'string' ? { [given]: null } : given;
  const [act, ...others] = Object.keys(written).filter((name) => !MEMBERS.includes(name));
  if (act === undefined || others.length > 0) throw new Error(`not one step: ${JSON.stringify(written)}`);

  const expected = filled(written[act], values);
  const step = filled(without(written, act), values) as Step;
  const [, method, path] = /^([A-Z]+) (.+)$/s.exec(textOf(filled(act, values))) ?? [];
  if (method === undefined) {
    const [word = '', ...words] = act.split(' ');
    const found = await acts[word]!(sender, ...words.map((each) => textOf(filled(each, values))));
    if (expected !== null) expect(found, act).toEqual(expected);
    check({ headers: new Headers(), text: '', json: found }, step, act);
    return kept(found, step.keep);
  }

  const asked = requestOf(method, path!, step);
  const answers = [];
  for (const _ of [expected].flat()) answers.push(await sender.send(asked));
  const statuses = answers.map(({ status }) => status);
  const answer = answers.at(-1)!;
  if (expected === null) expect(answer.status, `${act}: ${answer.text}`).toBeLessThan(300);
  else expect(statuses, `${act}: ${answer.text}`).toEqual([expected].flat());
  check(answer, step, act);
  return kept(answer.json, step.keep, answer.status >= 400);
}

/** @param mayLack whether a value may be absent, as in a refusal */
function kept(found: unknown, places: unknown = {}, mayLack = false): Values {
  const entries = Object.entries(places as Readonly<Record<string, string>>).map(([name, place]) => {
    const value = at(found, place);
    if (value === undefined && !mayLack) throw new Error(`there is nothing to keep at "${place}"`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

function requestOf(method: string, path: string, { json, form, raw, headers, token, under }: Step): Asked {
  const type = form === undefined ? 'application/json' : FORM;
  const body = json === undefined ? form && String(new URLSearchParams(form)) : JSON.stringify(json);
  return {
    method,
    path,
    token,
    body: raw ?? body,
    headers: {
      ...((raw ?? body) !== undefined && { 'Content-Type': type }),
      ...(under !== undefined && { 'Emulator-Scenario': under }),
      ...headers,
    },
  };
}

function check({ headers, text, json }: Omit<Answered, 'status'>, step: Step, act: string): void {
  if (step.body !== undefined) expect(json, act).toMatchObject(step.body);
  if ('exactly' in step) expect(json ?? text, act).toEqual(step.exactly);
  for (const [place, seen] of Object.entries(step.see ?? {})) expect(at(json, place), `${act} ${place}`).toEqual(seen);
  for (const [name, value] of Object.entries(step.has ?? {}))
    expect(headers.get(name), `${act} ${name}`).toEqual(value);
  for (const [place, part] of Object.entries(step.contains ?? {})) {
    const found = at(json, place);
    if (Array.isArray(found)) expect(found, act).toContainEqual(part);
    else expect(found, act).toContain(part);
  }
  if (step.text !== undefined) expect(text, act).toBe(step.text);
  for (const part of [step.says ?? []].flat()) {
    if (part === '') throw new Error(`${act}: an empty text is in every response`);
    expect(text, act).toContain(part);
  }
  for (const part of [step.silent ?? []].flat()) expect(text, act).not.toContain(part);
}

function without(values: Values, left: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== left));
}

/** Opens sandboxes of an emulator over HTTP, each with a token. Its control plane says what is wrong as RFC 9457 has it. */
export function sandboxesOf({ url }: { readonly url: string }): (options: SandboxOptions) => Promise<Sender> {
  return async (options) => {
    const headers = { 'Content-Type': 'application/json' };
    const opened = await fetched(`${url}/_emulator/sandboxes`, {
      method: 'POST',
      headers,
      body: JSON.stringify(options),
    });
    const sandbox = opened.json as Parameters<typeof tokenOf>[0] & { readonly id: string };
    const own = await tokenOf(sandbox);
    const send = async ({ method, path, token, headers: sent, body }: Asked): Promise<Answered> => {
      const address = new URL(absolute(path, sandbox.id), url);
      const isControl = address.pathname.startsWith('/_emulator/');
      const bearer = token === undefined && !isControl && !path.startsWith('/oauth') ? own : token;
      const answer = await fetched(address, {
        method,
        headers: { ...(typeof bearer === 'string' && { Authorization: `Bearer ${bearer}` }), ...sent },
        body: body ?? null,
      });
      if (isControl && answer.status >= 400 && method !== 'HEAD') {
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.json).toMatchObject({ type: 'about:blank', status: answer.status });
      }
      return answer;
    };
    return { send, values: { ...sandbox, own } };
  };
}

/** The path of a request, from `/` on. @param id that of the sandbox */
export function absolute(path: string, id: string): string {
  if (/^(?:\/|https?:)/.test(path)) return path;
  if (path.startsWith('control/')) return path.replace('control/', `/_emulator/sandboxes/${id}/`);
  return `/api/v1/${path.startsWith('verification/') ? '' : 'institutions/me/'}${path}`;
}

/** What a request gets; with a body, a POST. */
export function fetchedBy(
  { send }: Sender,
  path: string,
  json?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  return send(requestOf(json === undefined ? 'GET' : 'POST', path, { json, headers }));
}
