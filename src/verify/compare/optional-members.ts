/** Finds members that a consumer requires although the contract calls them optional. */

import type { Contract } from '../../contract/contract.js';
import { referenceChain, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { escapePointer, isObject } from '../../common/json.js';
import { itemSchema, memberSchema, requiredMember } from '../../contract/schema/schema-walk.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { valuesAt, type PathExpression } from '../../pact/path-expression.js';
import { providerStates } from '../../pact/states/shipped-states.js';
import { PARAMETERS_OF_MEMBERS } from '../../pact/states/subjects.js';
import { textsIn } from '../../pact/states/unseen-states.js';
import { finding, placeText, type ContractFinding } from './contract-finding.js';
import { responseRules } from './matching-rules.js';

/** The members to which a parameter of a shipped provider state can give a value. */
const SETTABLE: ReadonlySet<string> = new Set([
  ...providerStates.flatMap(({ parameters }) => Object.keys(parameters)),
  ...PARAMETERS_OF_MEMBERS.keys(),
]);

/** Matchers with which the response need not have the members that the example has. */
const FREE_MEMBERS: ReadonlySet<string> = new Set(['values', 'eachKey', 'eachValue']);

/** The response that was observed, and the parameters of the provider states. */
export interface ObservedMembers {
  /** The body as a JSON value; undefined if there is none. */
  readonly body: unknown;
  /** The parameters of the states. */
  readonly stateValues: unknown;
}

/**
 * The warnings about members that the service may leave out, one for each object of the expected body: Pact requires
 * every member of an example. Items of a list that lack the same members share one warning. A member whose value a
 * provider state names has no warning, because that state sets the member up.
 */
export function optionalMembers(
  { request, response }: PactInteraction,
  contract: Contract,
  { body: observed, stateValues }: ObservedMembers = { body: undefined, stateValues: [] },
): ContractFinding[] {
  const { status, body } = response;
  const schema = matchRequest(contract, request).operation?.responses.get(status)?.schema;
  if (schema === undefined || body === undefined) return [];

  const rules = responseRules(response);
  const textsOfStates = new Set(textsIn(stateValues));
  /** Whether a state names a value that was observed at the path. */
  const isSetUp = (path: readonly string[]): boolean =>
    textsIn(valuesAt(observed, inEveryItem(path))).some((text) => textsOfStates.has(text));

  const findings = new Map<string, ContractFinding>();

  // Value and schema are walked together. The two functions call each other: an object has members, which have values.
  const visitValue = (valueSchema: Schema | undefined, value: unknown, path: readonly string[]): void => {
    if (valueSchema === undefined) return;

    for (const alternative of alternativesOf(contract.document, valueSchema)) {
      if (isObject(value)) visitMembers(alternative, value, path);
      if (!Array.isArray(value)) continue;

      for (const [at, item] of value.entries()) visitValue(itemSchema(alternative, at), item, [...path, String(at)]);
    }
  };

  const visitMembers = (objectSchema: SchemaObject, object: object, path: readonly string[]): void => {
    const areNamesExamples = rules.body(path).some(({ match }) => FREE_MEMBERS.has(match));
    if (areNamesExamples) return;

    const described = Object.entries(object).filter(([name]) => memberSchema(objectSchema, name) !== undefined);
    const names = described.map(([name]) => name);
    const optional = names.filter((name) => isOptional(objectSchema, name) && !isSetUp([...path, name]));
    // Equal findings about several items of a list have one key.
    const key = `${inEveryItem(path).join('/')}: ${optional.join()}`;
    if (optional.length > 0 && !findings.has(key)) findings.set(key, findingOf(path, optional));

    for (const [name, value] of described) {
      // The members inside an optional member are as optional as it is.
      if (!optional.includes(name)) visitValue(memberSchema(objectSchema, name), value, [...path, name]);
    }
  };

  visitValue(schema, body.content, []);

  return [...findings.values()];
}

/** The path with the wildcard in place of each index, so that it leads to all items of a list. */
function inEveryItem(path: readonly string[]): PathExpression {
  return path.map((step) => (/^\d+$/.test(step) ? undefined : step));
}

/** The schema itself, and its alternatives at any depth: each may describe members. */
function alternativesOf(document: OpenApiDocument, schema: Schema): SchemaObject[] {
  const target = referenceChain(document, schema).at(-1) as SchemaObject;
  const { allOf = [], anyOf = [], oneOf = [] } = target;
  const alternatives = [...allOf, ...anyOf, ...oneOf].flatMap((one) => alternativesOf(document, one));

  return [target, ...alternatives];
}

/**
 * Whether a member may be absent. A member that an alternative requires may not be absent, because it distinguishes the
 * alternatives.
 */
function isOptional({ required = [], oneOf = [], anyOf = [] }: SchemaObject, name: string): boolean {
  return !required.includes(name) && ![...oneOf, ...anyOf].some((alternative) => requiredMember(alternative) === name);
}

/** The finding about optional members of one object. @param path of the object */
function findingOf(path: readonly string[], names: readonly string[]): ContractFinding {
  const members = names.map((name) => `"${name}"`).join(', ');
  const theyAre = names.length === 1 ? 'it is' : 'they are';
  const them = names.length === 1 ? 'it' : 'them';
  const setUp = `If ${theyAre} needed, set ${them} up by a provider state`;
  const leaveOut = `No provider state sets ${them} up: leave ${them} out`;
  const remedy = names.some((name) => SETTABLE.has(name)) ? setUp : leaveOut;

  const pointer = path.map((step) => `/${escapePointer(step)}`).join('');

  return finding('response.body.optional', { where: placeText('response body', pointer), members, them, remedy });
}
