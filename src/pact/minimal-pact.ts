/** Leaves out of a pact what a consumer's tests have not been shown to need. */

import { isObject, nonEmpty } from '../common/json.js';
import { parsePathExpression, type PathExpression } from './path-expression.js';
import type { InteractionDocument, PactDocument, ResponseDocument } from '../emulator/control/pact-document.js';

/** The needed places of a response body, as in `items[].metadata.email`; undefined if nothing is known. */
export type NeededPlaces = (interaction: InteractionDocument) => readonly string[] | undefined;

/**
 * The pact whose successful responses have only the needed places, and the objects and lists around them. Responses of
 * which nothing is known stay as they are.
 */
export function minimalPact(pact: PactDocument, neededPlaces: NeededPlaces): PactDocument {
  return {
    ...pact,
    interactions: pact.interactions.map((interaction) => {
      const needed = interaction.response.status < 400 ? neededPlaces(interaction) : undefined;
      return needed === undefined
        ? interaction
        : { ...interaction, response: minimalResponse(interaction.response, needed) };
    }),
  };
}

function minimalResponse(response: ResponseDocument, needed: readonly string[]): ResponseDocument {
  const { body, matchingRules, ...others } = response;
  if (body === undefined) return response;
  const { body: rules = {}, ...otherRules } = matchingRules ?? {};
  const content = minimalContent(body.content, '', needed);
  if (content === undefined) return { ...others, ...nonEmpty('matchingRules', otherRules) };
  const isKept = ([path]: [string, unknown]): boolean => isNeeded(placeOf(parsePathExpression(path)), needed);
  const allRules = { ...otherRules, ...nonEmpty('body', Object.fromEntries(Object.entries(rules).filter(isKept))) };
  return { ...others, body: { ...body, content }, ...nonEmpty('matchingRules', allRules) };
}

/** The needed part of a value; undefined if nothing of it is needed. */
function minimalContent(content: unknown, place: string, needed: readonly string[]): unknown {
  if (!isNeeded(place, needed)) return undefined;
  // A list needs its items, even if no member of them is needed.
  if (Array.isArray(content))
    return content.map((item: unknown) => minimalContent(item, `${place}[]`, needed) ?? (isObject(item) ? {} : item));
  if (!isObject(content)) return content;
  const members = Object.entries(content).map(([name, value]): [string, unknown] => [
    name,
    minimalContent(value, memberOf(place, name), needed),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function isNeeded(place: string, needed: readonly string[]): boolean {
  return needed.some(
    (each) => each === place || place === '' || each.startsWith(`${place}.`) || each.startsWith(`${place}[`),
  );
}

function placeOf(steps: PathExpression): string {
  return steps.reduce<string>(
    (place, step) => (step === undefined || /^\d+$/.test(step) ? `${place}[]` : memberOf(place, step)),
    '',
  );
}

function memberOf(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
