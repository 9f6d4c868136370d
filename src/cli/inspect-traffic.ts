/** Opens recordings of clients in the inspector, without their secrets. */

import { situationsIn } from '../audit/expectations/situations.js';
import { allAtOnce } from '../common/steps.js';
import type { EmulatorControl } from '../emulator/control/methods/emulator-control.js';
import { type Bundle, BUNDLE_FORMAT, BUNDLE_VERSION } from '../emulator/control/state/bundle.js';
import { exchangeOf } from '../emulator/journal/exchange-record.js';
import { type Exchange, keptText } from '../emulator/journal/exchange.js';
import { recordOf } from '../emulator/journal/recorded-exchange.js';
import { passes } from '../emulator/judge/judge.js';
import { KnownValues } from '../emulator/redaction/known-values.js';
import { Redactor } from '../emulator/redaction/redactor.js';
import { shippedContract } from '../start/shipped.js';
import { addSecretsOf } from '../upstream/proxy/seen-secrets.js';
import type { RecordedClient } from './running/judge-files.js';

/**
 * Opens each client of a HAR file as a recording, which the inspector shows like the journal of a sandbox.
 * @returns the IDs of the recordings
 */
export async function openTraffic(
  file: string,
  clients: readonly RecordedClient[],
  control: EmulatorControl,
): Promise<string[]> {
  const { network, version: emulator } = await control.health();
  const { version, sha256 } = shippedContract();
  // Traffic shows no state of the service. The state of an unused sandbox stands in its place.
  const state = control.sandbox('default').state();

  // Only a client of an emulator has a sandbox.
  return clients.map(({ sandbox = 'service', exchanges, lacksTimes, verdicts }) => {
    const shownExchanges = withoutSecrets(exchanges);
    // A bundle is a sandbox in a file. Traffic has no steps that could be repeated, so all exchanges are `earlier`.
    const bundle: Bundle = {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      emulator,
      network,
      contract: { version, sha256 },
      sandbox: { id: sandbox, clientId: 'recorded' },
      scenarios: [],
      earlier: shownExchanges,
      state,
      // After the recording, the last number that was given to an exchange is that of the last one.
      end: { ...state, issued: { ...state.issued, exchanges: shownExchanges.at(-1)?.id ?? 0 } },
      steps: [],
    };
    const situations = situationsIn(exchanges, lacksTimes);
    const passed = passes(verdicts);
    const behaviour = { exchanges: shownExchanges.length, passed, verdicts: [...verdicts], situations };

    return control.openRecording(bundle, file, behaviour).show().id;
  });
}

/** The exchanges without secrets, as a journal shows them. */
function withoutSecrets(exchanges: readonly Exchange[]): Exchange[] {
  const secrets = new KnownValues();
  // The recording may come from an emulator, which has replaced secrets by markers. These markers stay as they are.
  const redactor = new Redactor({ values: secrets, keepsMarkers: true });
  // A message that was no HTTP, and that the server refused, has an ID such as `7.5`. It is no exchange.
  const records = exchanges.filter(({ id }) => Number.isInteger(id)).map(recordOf);

  // All secrets are collected before the first exchange is shown, because a later exchange may tell what is a secret.
  for (const { url: target, requestHeaders: rawHeaders, requestBody, responseBody } of records) {
    const body = Buffer.from(keptText(requestBody));
    addSecretsOf({ target, rawHeaders, body }, Buffer.from(keptText(responseBody)), secrets);
  }

  return records.map((record) => allAtOnce(exchangeOf(record, redactor)));
}
