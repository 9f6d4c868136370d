/** Pacts that declare plugins: none is started, and only interactions that use one fail. */

import { expect, test } from 'vitest';
import { pactV4, usersInteraction } from '../../pact/pact-documents.js';
import { interactionIn, outcomes, verified } from './verified.js';

test('a pact that declares a plugin is verified without it, and an interaction that uses it fails with the reason', async () => {
  const pact = JSON.parse(
    pactV4([
      usersInteraction(200, { description: 'without' }),
      usersInteraction(200, { description: 'with', pluginConfiguration: { csv: {} } }),
    ]),
  ) as { metadata: object };
  const metadata = { ...pact.metadata, plugins: [{ name: 'csv', version: '0.0.5', configuration: {} }] };
  const report = await verified({ 'a.json': JSON.stringify({ ...pact, metadata }) });
  expect(outcomes(report)).toEqual({ without: 'passed', with: 'failed' });
  expect(interactionIn(report, 'with').failures).toEqual([
    {
      kind: 'verifier',
      message:
        'the interaction needs the Pact plugin "csv", and plugins are not loaded: the service speaks JSON, so write the bodies as JSON',
    },
  ]);
});
