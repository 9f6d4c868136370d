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
function namesIn({ world, parameters, path, query, body, link }: RequestValues): string[] {
  const { partyId, contractId, requests } = membersOf(body);
  const hasParameter = (parameter: string): boolean => parameters.some(({ name }) => name === parameter);
  /** The names in the values of a query parameter; none if the parameter names no party. */
  const namesOfParameter = (name: string, values: readonly string[]): readonly (string | undefined)[] => {
    if (name === 'partyId') return values;
    if (name === 'partyIds') return values.flatMap(listed);
    if (name === 'q') return values.map(normalized);
    // The parameters below exist in some revisions of the contract only.
    if (!hasParameter(name)) return [];
    if (name === 'emails') return values.flatMap(listed).map(normalized);

    return name === 'a' ? values.map((value) => world.partyByAlias(aliasLabel(value))?.partyId) : [];
  };

  return [
    path['partyId'],
    link?.subject,
    partyId,
    contractId,
    ...(Array.isArray(requests) ? requests.map((item) => membersOf(item)['contractId']) : []),
    ...[...query].flatMap(([name, values]) => namesOfParameter(name, values)),
  ].filter((name) => typeof name === 'string');
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
  const names = namesIn(values);
  const holdings = names.map((name) => ({ name, holding: world.holding(name) }));
  const { providers } = membersOf(values.body);
  const requested: readonly unknown[] = Array.isArray(providers) ? providers : [];

  return {
    party: new Set(
      holdings.flatMap(({ name, holding }) => [
        // A name that is no credential may be the ID of a party, known or not.
        holding?.party.partyId ?? name,
        ...world.partiesByHandle(name).map(({ partyId }) => partyId),
      ]),
    ),
    contract: new Set(holdings.filter(({ holding }) => holding !== undefined).map(({ name }) => name)),
    provider: new Set([
      ...requested.filter((provider) => typeof provider === 'string'),
      ...holdings.flatMap(({ holding }) => holding?.credential.provider ?? []),
    ]),
  };
}

/** The items of a list with commas. */
function listed(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

/** The name as names are compared: without blanks around it, and in lower case. */
function normalized(name: string): string {
  return name.trim().toLowerCase();
}
