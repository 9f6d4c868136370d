/** The parties, credentials and providers that a request names. Scenarios can be selected by them. */

import { membersOf } from '../../../common/json.js';
import type { Link } from '../tokens/link-tokens.js';
import { aliasLabel } from './model.js';
import type { World } from './world.js';

/** The values of a request. A value that could not be read is empty, because scenarios apply to wrong requests, too. */
export interface RequestValues {
  readonly world: World;
  /** The parameters of the operation, which differ between revisions. */
  readonly parameters: readonly { readonly name: string }[];
  readonly path: Readonly<Record<string, string>>;
  readonly query: ReadonlyMap<string, readonly string[]>;
  readonly body: unknown;
  /** The link whose token the request checks. */
  readonly link: Link | undefined;
}

/** All names of parties in a request: IDs of parties and credentials, e-mails, usernames and aliases. */
function namesIn(request: RequestValues): string[] {
  const { partyId, contractId, requests } = membersOf(request.body);
  const names: unknown[] = [request.path['partyId'], request.link?.subject, partyId, contractId];
  if (Array.isArray(requests)) for (const item of requests) names.push(membersOf(item)['contractId']);
  for (const [name, values] of request.query) names.push(...namesInParameter(name, values, request));

  return names.filter((name) => typeof name === 'string');
}

/** The names in the values of a query parameter; none if the parameter names no party. */
function namesInParameter(
  name: string,
  values: readonly string[],
  { world, parameters }: RequestValues,
): readonly (string | undefined)[] {
  if (name === 'partyId') return values;
  if (name === 'partyIds') return values.flatMap(listed);
  if (name === 'q') return values.map(normalized);

  // The parameters below exist in some revisions of the contract only.
  if (!parameters.some((parameter) => parameter.name === name)) return [];
  if (name === 'emails') return values.flatMap(listed).map(normalized);

  return name === 'a' ? values.map((value) => world.partyByAlias(aliasLabel(value))?.partyId) : [];
}

/**
 * The scenarios of the parties that a request names. The names are read only if any party of the world has a scenario,
 * because each request comes through here.
 */
export function partySelections(values: RequestValues): { readonly name: string; readonly text: string }[] {
  const parties = values.world.partiesWithScenario(() => namesIn(values));
  return parties.flatMap(({ partyId, scenario }) => (scenario === undefined ? [] : { name: partyId, text: scenario }));
}

/** The IDs of all parties and credentials that a request names, and the providers of these credentials. */
export function subjectsOf(
  values: RequestValues,
): Readonly<Record<'party' | 'contract' | 'provider', ReadonlySet<string>>> {
  const { world } = values;
  const { providers } = membersOf(values.body);
  const requested: readonly unknown[] = Array.isArray(providers) ? providers : [];

  const party = new Set<string>();
  const contract = new Set<string>();
  const provider = new Set(requested.filter((name) => typeof name === 'string'));

  for (const name of namesIn(values)) {
    const holding = world.holding(name);
    // A name that is no credential may be the ID of a party, known or not.
    party.add(holding?.party.partyId ?? name);
    for (const { partyId } of world.partiesByHandle(name)) party.add(partyId);
    if (holding === undefined) continue;

    contract.add(name);
    provider.add(holding.credential.provider);
  }

  return { party, contract, provider };
}

/** The items of a list with commas. */
function listed(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

/** The name as names are compared: without blanks around it, and in lower case. */
function normalized(name: string): string {
  return name.trim().toLowerCase();
}
