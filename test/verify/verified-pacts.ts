/**
 * Tests of the real verifier that are written in a YAML document: by description, interactions of pacts, and what becomes of
 * them. One verification serves all, because it starts a process. `$Ben` is the party ID of a member of the cast.
 */

import type { VerificationReport } from 'id-emulator/pact';
import { beforeAll, expect, test } from 'vitest';
import { filledEntries } from '../filled-entries.js';
import { pactV2, pactV3, pactV4, usersInteraction, type Interaction } from '../pact/pact-documents.js';
import { withGaps } from '../with-gaps.js';
import { interactionIn, verified } from './run/verified.js';

/** An interaction; what it does not say is that of a successful request for the users list. */
interface Verified extends Interaction {
  /** Of the Pact specification. Default: 2. */
  readonly version?: 2 | 3 | 4;
  readonly becomes: VerificationReport['pacts'][number]['interactions'][number]['outcome'];
  /** Some members of its report; `…` stands for any text in a line. */
  readonly reports?: object;
  /** Texts that are not in its report. */
  readonly lacks?: readonly string[];
}

const MEMBERS = 'version becomes reports lacks request response providerState providerStates pending';

const WRITERS = { 2: pactV2, 3: pactV3, 4: pactV4 };

/** Makes a test of each entry. @param values what `$name` stands for @returns gives the report of them all, in tests */
export function testVerifiedPacts(
  document: URL,
  values: Readonly<Record<string, unknown>> = {},
): () => VerificationReport {
  const entries = filledEntries<Verified>(document, MEMBERS, values);
  let report: VerificationReport;
  beforeAll(async () => {
    const versions = ([2, 3, 4] as const).map((wanted) => {
      const ofVersion = entries.filter(([, { version = 2 }]) => version === wanted);
      return [`v${wanted}.json`, WRITERS[wanted](ofVersion.map(asInteraction))] as const;
    });
    report = await verified(Object.fromEntries(versions));
  }, 120_000);

  test.each(entries)('%s', (description, { becomes, reports = {}, lacks = [] }) => {
    const interaction = interactionIn(report, description);
    expect(interaction).toMatchObject({ ...(withGaps(reports) as object), outcome: becomes });
    for (const text of lacks) expect(JSON.stringify(interaction)).not.toContain(text);
  });
  return () => report;
}

function asInteraction([description, written]: readonly [string, Verified]): Interaction {
  const { version: _version, becomes: _becomes, reports: _reports, lacks: _lacks, ...interaction } = written;
  return usersInteraction(200, { ...interaction, description });
}
