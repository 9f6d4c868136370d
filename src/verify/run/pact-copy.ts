/**
 * Writes the pact file that the Pact verifier reads. It has one interaction for each run, marked with the run's ID, so
 * that the proxy recognizes the request of the run.
 */

import { membersOf } from '../../common/json.js';
import type { InteractionJson, PactJson } from '../../pact/pact-json.js';
import type { Run } from './run.js';

/** The request header with the run's ID. The proxy removes it before the emulator receives the request. */
export const RUN_HEADER = 'Id-Emulator-Run';

/**
 * The JSON of a pact whose interactions are the runs. They have no provider states, because the proxy sets up the
 * states when the request arrives.
 * @param options.requestsValues whether each interaction gets one state, whose name is the run's ID. The verifier then
 * requests the values of that state from the proxy before it sends the request
 */
export function pactCopy(runs: readonly Run[], { requestsValues }: { readonly requestsValues: boolean }): string {
  const exact = parseExactly(runs[0]!.pact.text);
  // Messages are not sent over HTTP, so the copy has none.
  const { messages: _messages, metadata, ...json } = exact.value as PactJson;
  // The verifier would start the plugins, although interactions that use a plugin are not in the copy.
  const { plugins: _plugins, ...metadataOfCopy } = membersOf(metadata);
  const interactions = runs.map((run) => {
    const marked = markedInteraction(run, json.interactions![run.interaction.index] as InteractionJson);
    return requestsValues ? { ...marked, ...stateOf(run) } : marked;
  });

  return exact.stringify({ ...json, interactions, metadata: metadataOfCopy });
}

/** The only provider state of a run, as the JSON of an interaction. Its name is the run's ID. */
function stateOf({ id, pact }: Run): object {
  // Before version 3 of the Pact specification, an interaction has at most one state.
  const hasOneState = /^[12]\b/.test(pact.specification);
  return hasOneState ? { providerState: id } : { providerStates: [{ name: id, params: {} }] };
}

/** An interaction without its states, marked with the run's ID. */
function markedInteraction({ id, pact, interaction }: Run, json: InteractionJson): object {
  const { providerState: _v2, provider_state: _v1, providerStates: _v3, pending: _pending, ...rest } = json;
  const { request, response } = rest;
  const isV4 = pact.specification.startsWith('4');

  return {
    ...rest,
    // The verifier names the interaction by this ID in its results.
    _id: id,
    request: { ...request, headers: { ...withoutFraming(request.headers ?? {}), [RUN_HEADER]: isV4 ? [id] : id } },
    // The verifier skips an interaction whose status is written as 200.0 or 2e2.
    response: { ...response, status: interaction.response.status },
  };
}

/**
 * Removes the headers that say where the body ends. The verifier would send them unchanged, and the proxy might wait
 * for a longer body than the pact has.
 */
function withoutFraming(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isFraming = (name: string): boolean => /^(?:content-length|transfer-encoding)$/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isFraming(name)));
}

/** A parsed JSON text whose numbers can be written unchanged. */
interface ExactJson {
  /** The parsed value. A number that JavaScript would write in another way is a marked text in it. */
  readonly value: unknown;
  /** Writes a value that contains parts of {@link value}, with its numbers as they were. */
  readonly stringify: (value: unknown) => string;
}

/** Matches the strings and numbers of a JSON text. Strings are matched so that numbers inside are passed over. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON so that its numbers keep their text. JavaScript reads `2.0` and `2` as the same number, but Pact tells
 * them apart, and numbers with many digits are rounded.
 * @param text valid JSON
 */
export function parseExactly(text: string): ExactJson {
  const mark = markNotIn(JSON.stringify(JSON.parse(text)));
  const marked = text.replace(STRING_OR_NUMBER, (token) => {
    // A text is kept as it is. A number is marked if JavaScript would change it.
    const staysExact = token.startsWith('"') || String(Number(token)) === token;
    return staysExact ? token : `"${mark}${token}"`;
  });
  const markedNumber = new RegExp(`"${mark}([^"]*)"`, 'g');

  return {
    value: JSON.parse(marked),
    stringify: (value) => JSON.stringify(value).replace(markedNumber, (_, number: string) => number),
  };
}

/** A beginning for marked texts that occurs nowhere in the JSON, so that no text of the pact is taken for a number. */
function markNotIn(json: string): string {
  for (let number = 0; ; number++) {
    const mark = `number ${number}:`;
    if (!json.includes(mark)) return mark;
  }
}
