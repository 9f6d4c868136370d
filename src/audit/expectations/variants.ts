/**
 * The variants of the contract as faults. Where the contract is a guess, the service may differ. A variant is such a
 * difference, and its point is the place in the contract: `max-limit=50` is the variant `50` of the point `max-limit`.
 */

import { touchedVariants, variantCases, type VariantCase } from '../../contract/variants/touched-variants.js';
import { nonDefaultChoices } from '../../contract/variants/choose-variants.js';
import type { Contracts } from '../../contract/variants/contracts.js';
import { SPECIFICATION } from '../../contract/contract.js';
import { factsOf } from '../../emulator/control/methods/journal/exchange-fidelity.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { Call } from '../run/calls.js';
import type { FaultClass } from './fault-class.js';
import { faultClasses } from './fault-classes.js';

/** The class of all variants. The class of each single variant is derived from it. */
export function anyVariant(): FaultClass {
  return faultClasses().find(({ id }) => id === 'variant')!;
}

/**
 * Finds the variants whose point a call touched: in that variant, the response to the call would differ. Each variant
 * comes with the first such call of a sandbox.
 */
export function variantFinder(contracts: Contracts): (calls: readonly Call[]) => { call: Call; fault: FaultClass }[] {
  const all = variantCases(contracts.points);
  // Calls with equal requests and statuses touch the same variants.
  const known = new Map<string, readonly VariantCase[]>();
  const touchedBy = ({ identity, exchange }: Call): readonly VariantCase[] => {
    const key = `${identity} ${exchange.status}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;

    // The variants that the command itself chooses stay as they are.
    const chosen = nonDefaultChoices(exchange.variants ?? {}, contracts.points);
    const contract = contracts.in({ revision: SPECIFICATION, variants: chosen });
    const ofOperation = all.filter(({ point }) => point.operations.includes(exchange.operation ?? ''));
    const cases = ofOperation.filter(({ point }) => !(point.point in chosen));
    const touched = touchedVariants(factsOf(exchange), { contract, contracts, cases });
    known.set(key, touched);

    return touched;
  };

  return (calls) => {
    const touches = calls.flatMap((call) => touchedBy(call).map((variant) => ({ call, fault: classOf(variant) })));
    // Each variant is tried once, at the first call that touches it.
    return groupBy(touches, ({ fault }) => fault.selection as string).map(([first]) => first!);
  };
}

/** The class of faults of a single variant. */
function classOf({ point, variant }: VariantCase): FaultClass {
  const { note = '' } = point.others.find(({ name }) => name === variant) ?? {};
  return {
    ...anyVariant(),
    variant: { point: point.point, name: variant },
    selection: `variant;${point.point}=${JSON.stringify(variant)}`,
    // The note is a sentence of its own, and here a part of one, without its full stop.
    summary: `variant ${point.point}=${variant} (${note.replace(/\.$/, '')})`,
    remedy: `Do not depend on a guess of the contract. ${point.breaks}`,
  };
}
