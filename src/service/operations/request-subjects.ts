/** What scenarios may know of a call: whom and what it concerns, found out when a scenario asks. */

import type { OperationId } from '../../contract/operation.js';
import type { FormFields } from '../../contract/query-string.js';
import { aliasLabel } from '../../domain/world/model.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { CallFacts, Subjects } from '../../scenarios/firing.js';

/** A request as far as it could be read; what could not be is empty. */
export interface ReadableRequest {
  readonly operation: OperationId;
  readonly sandbox: Sandbox;
  readonly clientId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: FormFields;
  readonly body: unknown;
  /** Whether the revision of the contract has the query parameter. */
  readonly knows: (parameter: string) => boolean;
  /** Of the link whose token is checked. */
  readonly linkedContractId: string | undefined;
}

/** The facts of a call. */
export function callFacts(request: ReadableRequest): CallFacts {
  let subjects: Subjects | undefined;
  return {
    operation: request.operation,
    sandbox: request.sandbox,
    clientId: request.clientId,
    query: (name) => request.query.get(name) ?? [],
    body: (name) => membersOf(request.body)[name],
    get subjects() {
      return (subjects ??= subjectsOf(request));
    },
  };
}

/** Everything by which a request names parties: IDs of parties and contracts, e-mails, usernames and aliases. */
export function namesIn({
  path,
  query,
  body,
  linkedContractId,
  sandbox: { world },
  knows,
}: Pick<ReadableRequest, 'path' | 'query' | 'body' | 'linkedContractId' | 'sandbox' | 'knows'>): string[] {
  const { partyId, contractId, requests } = membersOf(body);
  const names = [
    path['partyId'],
    linkedContractId,
    partyId,
    contractId,
    ...(Array.isArray(requests) ? requests.map((item) => membersOf(item)['contractId']) : []),
  ];
  for (const [name, values] of query) {
    if (name === 'partyId') names.push(...values);
    if (name === 'partyIds') names.push(...values.flatMap((value) => value.split(',')));
    if (name === 'emails' && knows(name))
      names.push(...values.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase()));
    if (name === 'a' && knows(name))
      names.push(...values.map((value) => world.partyByAlias(aliasLabel(value))?.partyId));
    if (name === 'q') names.push(...values.map((value) => value.trim().toLowerCase()));
  }
  return names.filter((name) => typeof name === 'string');
}

function subjectsOf(request: ReadableRequest): Subjects {
  const { world } = request.sandbox;
  const partyIds = new Set<string>();
  const contractIds = new Set<string>();
  const { providers } = membersOf(request.body);
  const providerNames = new Set<string>(
    Array.isArray(providers) ? providers.filter((item) => typeof item === 'string') : [],
  );
  for (const name of namesIn(request)) {
    const holding = world.holding(name);
    partyIds.add(holding?.party.partyId ?? name);
    for (const { party } of world.disclosedByHandle(name)) partyIds.add(party.partyId);
    if (holding !== undefined) {
      contractIds.add(name);
      providerNames.add(holding.credential.provider);
    }
  }
  return { party: partyIds, contract: contractIds, provider: providerNames };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
