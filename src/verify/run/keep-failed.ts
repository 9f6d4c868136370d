/** Leaves sandboxes of failed interactions in a running emulator, so that people look at them in its inspector. */

import type { VerifiedInteraction } from '../remedies/find-remedies.js';
import { MOST_KEPT } from './open-in-place.js';
import type { Runner } from './runner.js';

/** The interactions, with addresses of sandboxes. An emulator that takes no more sandboxes fails no verification. */
export async function keepFailed(
  interactions: readonly VerifiedInteraction[],
  runner: Runner,
): Promise<VerifiedInteraction[]> {
  if (!runner.canKeep) return [...interactions];
  const failed = new Set(interactions.filter(({ outcome }) => outcome === 'failed').slice(0, MOST_KEPT));
  const kept: VerifiedInteraction[] = [];
  // Sandboxes were removed as soon as their responses had come. So the interactions run once more.
  for (const interaction of interactions) {
    const { run } = interaction;
    const again = failed.has(interaction) ? await runner.run([{ ...run, id: `kept-${run.id}`, isKept: true }]) : [];
    const inspector = again[0]?.result.inspector;
    kept.push(inspector === undefined ? interaction : { ...interaction, inspector });
  }
  return kept;
}
