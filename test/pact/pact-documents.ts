/** Builds pacts as consumers write them. */

export interface Interaction {
  readonly description?: string;
  readonly [member: string]: unknown;
}

const USERS = '/api/v1/institutions/me/users';

/** The headers of a request with a token. The token is invented, as in pacts. */
export const AUTHORIZED = { Authorization: 'Bearer any-token' };

/** A request for the first page of users, with the expected status. */
export function usersInteraction(status: number, more: Interaction = {}): Interaction {
  return {
    description: `users, answered ${status}`,
    request: { method: 'GET', path: USERS, headers: AUTHORIZED },
    response: { status },
    ...more,
  };
}

/** A pact of version 2 of the Pact specification, as JSON text. */
export function pactV2(
  interactions: readonly Interaction[],
  names: { readonly consumer?: string; readonly provider?: string } = {},
): string {
  return pact(interactions, names, { pactSpecification: { version: '2.0.0' } });
}

/** A pact of version 3. */
export function pactV3(
  interactions: readonly Interaction[],
  names: { readonly consumer?: string; readonly provider?: string } = {},
): string {
  return pact(interactions, names, { pactSpecification: { version: '3.0.0' } });
}

/** A pact of version 4; interactions are over HTTP, unless they say another type. */
export function pactV4(
  interactions: readonly Interaction[],
  names: { readonly consumer?: string; readonly provider?: string } = {},
): string {
  const typed = interactions.map((interaction) => ({ type: 'Synchronous/HTTP', ...interaction }));
  return pact(typed, names, { pactSpecification: { version: '4.0' } });
}

function pact(
  interactions: readonly Interaction[],
  { consumer = 'reporting', provider = 'identity' }: { readonly consumer?: string; readonly provider?: string },
  metadata: object,
): string {
  return JSON.stringify(
    {
      consumer: { name: consumer },
      provider: { name: provider },
      interactions: interactions.map((interaction, at) => ({ description: `interaction ${at}`, ...interaction })),
      metadata,
    },
    undefined,
    2,
  );
}
