/** The parties, credentials and providers that a request names. Scenarios can be selected by them. */

import type { Operation } from '../../../contract/operation.js';
import type { FormFields } from '../../../contract/query-string.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Link } from '../../domain/tokens/link-tokens.js';
import { aliasLabel } from '../../domain/world/model.js';
import type { Subjects } from '../../scenarios/firing.js';

/** The values of a request. What could not be read is empty. */
export interface RequestValues {
  readonly sandbox: Sandbox;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: FormFields;
  readonly body: unknown;
  /** Whose token the request checks. */
  readonly link: Link | undefined;
}

/** Everything by which a request names parties: IDs of parties and credentials, e-mails, usernames and aliases. */
function namesIn({ sandbox: { world }, operation, path, query, body, link }: RequestValues): string[] {
  const { partyId, contractId, requests } = membersOf(body);
  // Revisions differ in these parameters.
  const takes = (parameter: string): boolean => operation.parameters.some(({ name }) => name === parameter);
  const namesOfParameter = (name: string, values: readonly string[]): readonly (string | undefined)[] => {
    switch (name) {
      case 'partyId':
        return values;
      case 'partyIds':
        return values.flatMap(listed);
      case 'emails':
        return takes(name) ? values.flatMap(listed).map(normalized) : [];
      case 'a':
        return takes(name) ? values.map((value) => world.partyByAlias(aliasLabel(value))?.partyId) : [];
      case 'q':
        return values.map(normalized);
      default:
        return [];
    }
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

/** The scenarios that the named parties carry. The names are read only if any party carries one. */
export function partySelections(values: RequestValues): { readonly name: string; readonly text: string }[] {
  const parties = values.sandbox.world.partiesWithScenario(() => namesIn(values));
  return parties.flatMap(({ partyId, scenario }) => (scenario === undefined ? [] : { name: partyId, text: scenario }));
}

/** The IDs of everything that a request names, and the providers of the credentials. */
export function subjectsOf(values: RequestValues): Subjects {
  const { world } = values.sandbox;
  const names = namesIn(values);
  const holdings = names.map((name) => [name, world.holding(name)] as const);
  const { providers } = membersOf(values.body);
  const requested: readonly unknown[] = Array.isArray(providers) ? providers : [];
  return {
    party: new Set(
      holdings.flatMap(([name, holding]) => [
        holding?.party.partyId ?? name,
        ...world.disclosedByHandle(name).map(({ party }) => party.partyId),
      ]),
    ),
    contract: new Set(holdings.flatMap(([name, holding]) => (holding === undefined ? [] : [name]))),
    provider: new Set([
      ...requested.filter((provider) => typeof provider === 'string'),
      ...holdings.flatMap(([, holding]) => holding?.credential.provider ?? []),
    ]),
  };
}

function listed(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

function normalized(name: string): string {
  return name.trim().toLowerCase();
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
