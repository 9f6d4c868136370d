/** The variants of the service's contract, for tests that go through all of them. */

import { choicesText } from './contract/variants/choose-variants.js';
import type { VariantChoices } from './contract/variants/variant-point.js';
import { shippedVariants } from './shipped.js';

/** One thing that the service may do otherwise than its contract says. */
export interface Variant {
  /** What it is about: `error-body`. */
  readonly point: string;
  /** `problem`. */
  readonly name: string;
  /** Both, as a title or for the command line: `error-body=problem`. */
  readonly title: string;
  /** What the service does then, in a sentence. */
  readonly note: string;
  /** Whose code depends on what the contract says instead. */
  readonly breaks: string;
  /** The operations that it belongs to, by their IDs in the contract. */
  readonly operations: readonly string[];
  /** It alone, for `emulator.sandbox({ variants })`. */
  readonly variants: VariantChoices;
}

/** Every variant of every point, in the contract's order. */
export function variants(): Variant[] {
  return shippedVariants().flatMap(({ point, breaks, operations, others }) =>
    others.map(({ name, note }): Variant => {
      const choices = { [point]: name };
      return { point, name, title: choicesText(choices), note, breaks, operations, variants: choices };
    }),
  );
}
