/** What revision 2026-04 adds to the specification: the registered e-mail, a filter by it, a look-up by alias. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { REVISIONS } from '../../../src/contract/contract.js';
import { shippedContracts } from '../../../src/start/shipped.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const open = sandboxesOf((await untilEnd(startInstitution({ now: '2026-04-30T09:00:00Z' }))).emulator);

testExchanges(new URL('2026-04.yaml', import.meta.url), (options) => open({ revision: '2026-04', ...options }));

test('each overlay is a revision that can be chosen, and is valid by version 1.0 of the Overlay Specification', () => {
  const files = readdirSync(new URL('../../../spec/overlays/', import.meta.url));
  expect(files).toEqual(REVISIONS.map((revision) => `${revision}.yaml`));
  for (const file of files) {
    const { overlay, info, actions } = parse(
      readFileSync(new URL(`../../../spec/overlays/${file}`, import.meta.url), 'utf8'),
    ) as { overlay: string; info: { title: string; version: string }; actions: object[] };
    expect([overlay, info.version]).toEqual(['1.0.0', file.replace('.yaml', '')]);
    expect(
      actions.flatMap(Object.keys).filter((member) => !['target', 'description', 'update', 'remove'].includes(member)),
    ).toEqual([]);
  }
});

test('every added point rests on the public client, or is chosen and explained', () => {
  const contracts = shippedContracts();
  const known = new Set(contracts.base.fidelity().points.map(({ id }) => id));
  const added = contracts
    .of('2026-04')
    .fidelity()
    .points.filter(({ id }) => !known.has(id));
  const wholes = added.filter(({ about }) => about === undefined);
  expect(wholes.map(({ id, basis }) => `${id} ${basis}`)).toEqual(
    ['Emails', 'HumanScoreItem.email', 'Credential.email', 'resolveCredentials.a'].map((id) => `${id} public-client`),
  );
  expect(added.filter(({ note = '' }) => note === '')).toEqual([]);
});
