/** Pacts, verified by the real Pact verifier, which runs in a process of its own. */

import { verifyPacts, type VerificationReport, type VerifyOptions } from 'id-emulator/pact';
import { temporaryFolder } from '../../cli/temporary-folder.js';

/** Verifies pacts that are given as text, by the names of their files. */
export async function verified(
  files: Readonly<Record<string, string>>,
  options: Omit<VerifyOptions, 'pacts'> = {},
): Promise<VerificationReport> {
  await using folder = await temporaryFolder(files);
  return await verifyPacts({ ...options, pacts: Object.keys(files).map((name) => `${folder.path}/${name}`) });
}

/** What became of the interactions of a report, by their descriptions. */
export function outcomes({ pacts }: VerificationReport): Record<string, string> {
  return Object.fromEntries(
    pacts.flatMap(({ interactions }) => interactions.map(({ description, outcome }) => [description, outcome])),
  );
}

/** The interaction with this description. */
export function interactionIn(
  { pacts }: VerificationReport,
  description: string,
): VerificationReport['pacts'][number]['interactions'][number] {
  const found = pacts
    .flatMap(({ interactions }) => interactions)
    .find((interaction) => interaction.description === description);
  if (found === undefined) throw new Error(`the report has no interaction "${description}"`);
  return found;
}
