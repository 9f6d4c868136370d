/** What requests are made of: sandboxes, IDs, tokens and links that exist, and what the run has learnt from responses. */

import type { Emulator } from '../../src/index.js';
import { variants } from '../../src/start/shipped.js';
import type { Draw } from './draw.js';

/** Text that is in the world of one sandbox only, and in no request. */
export const MARKERS: Readonly<Record<string, string>> = { a: 'Onlyinalpha', b: 'Onlyinbeta' };

const VARIANTS = variants();
const MOST_KEPT = 20;

export class Material {
  readonly emulator: Emulator;
  /** The IDs of the two sandboxes that stay, by marker. */
  readonly lasting = new Map<string, string>();
  readonly parties: string[];
  readonly contracts: string[];
  readonly links: string[] = [];
  readonly tokens: string[] = [];
  /** Exported states by sandbox. */
  readonly states: { readonly sandbox: string; readonly text: string }[] = [];

  constructor(emulator: Emulator, parties: readonly string[], contracts: readonly string[]) {
    this.emulator = emulator;
    this.parties = [...parties];
    this.contracts = [...contracts];
  }

  /** Remembers an item; old ones are forgotten, but the first half stays. */
  learn<Item>(items: Item[], item: Item): void {
    items.push(item);
    if (items.length > MOST_KEPT * 2) items.splice(MOST_KEPT, 1);
  }

  /** An open sandbox, half of the time one that stays. */
  sandbox(draw: Draw): ReturnType<Emulator['sandboxes']>[number] {
    const all = this.emulator.sandboxes();
    const lasting = this.lasting.get(draw.of(['a', 'b']));
    return draw.chance(0.5) ? all.find(({ id }) => id === lasting)! : draw.of(all);
  }

  /** The ID of a sandbox that may be removed or overwritten; undefined if there is none. */
  expendable(draw: Draw): string | undefined {
    const lasting = new Set(['default', ...this.lasting.values()]);
    const ids = this.emulator.sandboxes().flatMap(({ id }) => (lasting.has(id) ? [] : [id]));
    return ids.length === 0 ? undefined : draw.of(ids);
  }

  variant(draw: Draw): readonly [point: string, name: string] {
    const { point, name } = draw.of(VARIANTS);
    return [point, name];
  }
}
