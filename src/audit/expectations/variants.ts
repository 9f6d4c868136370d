/** The variants of the contract as faults: where the contract is a guess, the service may behave differently in every response. */

import { touchedVariants, variantCases, type VariantCase } from '../../contract/variants/touched-variants.js';
import { nonDefaultChoices } from '../../contract/variants/choose-variants.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { SPECIFICATION } from '../../contract/contract.js';
import { factsOf } from '../../emulator/control/methods/journal/exchange-fidelity.js';
import type { Call } from '../run/calls.js';
import { always, type FaultClass, OTHER_DATA } from './fault-class.js';

/** The class of all variants, from which that of each is made. */
export const VARIANT: FaultClass = {
  id: 'variant',
  title: 'variants',
  summary: 'the service behaves differently where the contract is a guess',
  selection: 'variant',
  mayHaveArrived: false,
  changesData: true,
  wait: 0,
  expected: always(OTHER_DATA),
  remedy: 'Do not depend on a guess: ask the operator of the service, or handle both.',
};

/** A variant, and the first call whose response it could change. */
export interface TouchedVariant {
  readonly call: Call;
  readonly fault: FaultClass;
}

/** The variants whose point a call touched, each with the first such call of a sandbox. */
export class TouchedVariants {
  readonly #contracts: Contracts;
  readonly #cases: readonly VariantCase[];
  /** Touched variants by request and status: equal ones touch the same. */
  readonly #known = new Map<string, readonly VariantCase[]>();

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
    this.#cases = variantCases(contracts.points);
  }

  among(calls: readonly Call[]): TouchedVariant[] {
    const first = new Map<VariantCase, Call>();
    for (const call of calls) for (const each of this.#touchedBy(call)) if (!first.has(each)) first.set(each, call);
    return [...first].map(([each, call]) => ({ call, fault: classOf(each) }));
  }

  #touchedBy({ identity, exchange }: Call): readonly VariantCase[] {
    const key = `${identity} ${exchange.status}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // The command's own variants stay as they are.
    const chosen = nonDefaultChoices(exchange.variants ?? {}, this.#contracts.points);
    const contract = this.#contracts.in({ revision: SPECIFICATION, variants: chosen });
    const cases = this.#cases.filter(
      ({ point: { point, operations } }) => !(point in chosen) && operations.includes(exchange.operation ?? ''),
    );
    const touched = touchedVariants(factsOf(exchange), { contract, contracts: this.#contracts, cases });
    this.#known.set(key, touched);
    return touched;
  }
}

function classOf({ point, variant }: VariantCase): FaultClass {
  const { note = '' } = point.others.find(({ name }) => name === variant) ?? {};
  return {
    ...VARIANT,
    variant: { point: point.point, name: variant },
    selection: `variant;${point.point}=${JSON.stringify(variant)}`,
    summary: `variant ${point.point}=${variant} (${note.replace(/\.$/, '')})`,
    remedy: `Do not depend on a guess of the contract. ${point.breaks}`,
  };
}
