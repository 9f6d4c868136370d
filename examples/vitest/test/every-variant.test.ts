/** The client in every variant of the service. */

import { variants } from 'id-emulator';
import { emulatorTest } from 'id-emulator/vitest';
import { InstitutionClient } from '../src/institution-client.js';

const test = emulatorTest({ population: 0 });

for (const { title, breaks, variants: choices } of variants()) {
  test(`every user is read in the variant ${title}`, async ({ emulator, expect }) => {
    const client = new InstitutionClient(emulator.sandbox({ variants: choices }));
    const ids = new Set<number>();
    for await (const { id } of client.users(10)) ids.add(id);
    expect(ids.size, breaks).toBeGreaterThan(10);
  });
}
