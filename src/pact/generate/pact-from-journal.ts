/** Makes a pact of the exchanges that a consumer's ordinary tests have made with a sandbox. */

import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/contract.js';
import { type Exchange, summaryOf } from '../../journal/exchange.js';
import { type FoundInteraction, interactionOf } from './interaction-of.js';
import { LeftOutError } from './left-out-error.js';
import type { InteractionDocument, LeftOut, PactDocument } from '../pact-json.js';
import { seenExchange } from './seen-exchange.js';
import type { Surroundings } from './worlds.js';

/** What the provider is called where nobody says otherwise. */
export const DEFAULT_PROVIDER = 'identity';

export interface PactSource extends Surroundings {
  /** As the journal shows them, oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly contract: Contract;
  readonly consumer: string;
  /** Default: `identity`. */
  readonly provider?: string;
  /** The emulator's version. */
  readonly version: string;
}

/**
 * The pact. Exchanges that are alike are one interaction, whose example is the first of them; those that cannot be in a
 * pact are named in its metadata.
 */
export function pactFromJournal({
  exchanges,
  contract,
  consumer,
  provider = DEFAULT_PROVIDER,
  version,
  ...surroundings
}: PactSource): PactDocument {
  const found = new Map<string, FoundInteraction>();
  const leftOut: { readonly exchange: Exchange; readonly reason: string }[] = [];
  for (const exchange of exchanges) {
    try {
      const interaction = interactionOf(seenExchange(exchange, contract), contract.document, surroundings);
      if (!found.has(interaction.likeness)) found.set(interaction.likeness, interaction);
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error;
      leftOut.push({ exchange, reason: error.message });
    }
  }
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: named(inOrder([...found.values()], contract)),
    metadata: {
      pactSpecification: { version: '4.0' },
      'id-emulator': {
        version,
        contract: { version: contract.version, sha256: contract.sha256 },
        leftOut: together(leftOut),
      },
    },
  };
}

/** By operation, status and circumstances: tests that run side by side make the same exchanges in another order. */
function inOrder(interactions: readonly FoundInteraction[], { operations }: Contract): FoundInteraction[] {
  const ids = [...operations.keys()];
  const rank = ({ operation, response, providerStates = [] }: FoundInteraction): number =>
    100_000 * ids.indexOf(operation) + 100 * response.status + Math.min(providerStates.length, 99);
  return interactions.toSorted((one, other) => rank(one) - rank(other) || (one.likeness < other.likeness ? -1 : 1));
}

/** A pact tells its interactions apart by their descriptions, so those that are the same get numbers. */
function named(interactions: readonly FoundInteraction[]): InteractionDocument[] {
  const seen = new Map<string, number>();
  return interactions.map(({ operation: _, likeness, type, description, ...others }) => {
    const number = (seen.get(description) ?? 0) + 1;
    seen.set(description, number);
    return {
      type,
      key: createHash('sha256').update(likeness).digest('hex').slice(0, 16),
      description: number === 1 ? description : `${description} (${number})`,
      ...others,
    };
  });
}

function together(leftOut: readonly { readonly exchange: Exchange; readonly reason: string }[]): LeftOut[] {
  const groups = new Map<string, { readonly request: string; readonly exchanges: number[]; readonly reason: string }>();
  for (const { exchange, reason } of leftOut) {
    const request = summaryOf(exchange);
    const key = `${request} ${reason}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { request, exchanges: [exchange.id], reason });
    else known.exchanges.push(exchange.id);
  }
  return [...groups.values()];
}
