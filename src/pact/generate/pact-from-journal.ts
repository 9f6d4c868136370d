/** Generates a pact from the exchanges between a consumer's ordinary tests and a sandbox. */

import { createHash } from 'node:crypto';
import type { Steps } from '../../common/steps.js';
import type { Contract } from '../../contract/contract.js';
import { summaryOf, type Exchange } from '../../emulator/journal/exchange.js';
import type { InteractionDocument, LeftOut, PactDocument } from '../../emulator/control/pact-document.js';
import { checkExchange, LeftOutError } from './checked-exchange.js';
import { interactionOf, type NewInteraction } from './interaction.js';
import type { PactContext } from './provider-states.js';

/** The default name of the provider. */
export const DEFAULT_PROVIDER = 'identity';

export interface PactSource extends PactContext {
  /** The exchanges of the journal, oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly contract: Contract;
  /** Name of the consumer. */
  readonly consumer: string;
  /** Name of the provider. Default: `identity`. */
  readonly provider?: string;
  /** Version of the emulator. */
  readonly version: string;
}

/** A left-out exchange with the reason. */
interface LeftOutExchange {
  readonly exchange: Exchange;
  readonly reason: string;
}

/**
 * The pact, in steps. Similar exchanges are one interaction, whose example is the first of them. The metadata list the exchanges
 * that cannot be part of a pact.
 */
export function* pactFromJournal({
  exchanges,
  contract,
  consumer,
  provider = DEFAULT_PROVIDER,
  version,
  ...context
}: PactSource): Steps<PactDocument> {
  const found = new Map<string, NewInteraction>();
  const leftOut: LeftOutExchange[] = [];
  for (const exchange of exchanges) {
    yield;
    try {
      const interaction = interactionOf(checkExchange(exchange, contract), contract.document, context);
      if (!found.has(interaction.fingerprint)) found.set(interaction.fingerprint, interaction);
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error;
      leftOut.push({ exchange, reason: error.message });
    }
  }
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: withKeys(sorted([...found.values()], contract)),
    metadata: {
      pactSpecification: { version: '4.0' },
      'id-emulator': {
        version,
        contract: { version: contract.version, sha256: contract.sha256 },
        leftOut: grouped(leftOut),
      },
    },
  };
}

/** By operation, status and states, because parallel tests make the same exchanges in different orders. */
function sorted(interactions: readonly NewInteraction[], { operations }: Contract): NewInteraction[] {
  const ids = [...operations.keys()];
  const rank = ({ operation, response, providerStates = [] }: NewInteraction): number =>
    100_000 * ids.indexOf(operation) + 100 * response.status + Math.min(providerStates.length, 99);
  return interactions.toSorted(
    (one, other) => rank(one) - rank(other) || (one.fingerprint < other.fingerprint ? -1 : 1),
  );
}

/** Adds keys, and numbers to equal descriptions: Pact identifies interactions by their descriptions. */
function withKeys(interactions: readonly NewInteraction[]): InteractionDocument[] {
  const counts = new Map<string, number>();
  return interactions.map(({ operation: _, fingerprint, type, description, ...others }) => {
    const number = (counts.get(description) ?? 0) + 1;
    counts.set(description, number);
    return {
      type,
      key: createHash('sha256').update(fingerprint).digest('hex').slice(0, 16),
      description: number === 1 ? description : `${description} (${number})`,
      ...others,
    };
  });
}

/** One entry for equal requests with the same reason. */
function grouped(leftOut: readonly LeftOutExchange[]): LeftOut[] {
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
