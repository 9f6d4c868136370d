/** The credentials of a party, and what can happen to them. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { day } from '../../parts/format.js';
import { copyText } from '../../parts/copy.js';
import { attempt, say } from '../../state/notice.js';
import { sandboxId } from '../../state/place.js';
import { PROVIDERS, type Provider } from './providers.js';

type Credential = Party['credentials'][number];

interface Props {
  readonly party: Party;
  /** Makes a button's action of a change: what is shown is loaded again after it. */
  readonly change: (act: () => Promise<unknown>) => () => void;
}

export function Credentials({ party, change }: Props): JSX.Element {
  const { partyId, credentials } = party;
  const issue = (provider: Provider): Promise<unknown> =>
    call('post', '/sandboxes/{id}/world/parties/{partyId}/credentials', {
      path: { id: sandboxId.value, partyId },
      body: { provider },
    });
  return (
    <section aria-label="Credentials">
      <h3>Credentials</h3>
      <ul class="cards">
        {credentials.map((credential) => (
          <CredentialCard key={credential.contractId} credential={credential} change={change} />
        ))}
      </ul>
      {credentials.length === 0 && <p class="soft">None.</p>}
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          const provider = new FormData(event.currentTarget).get('provider') as Provider;
          change(() => issue(provider))();
        }}
      >
        <label>
          <span class="hidden">Provider</span>
          <select name="provider">
            {PROVIDERS.map((provider) => (
              <option key={provider}>{provider}</option>
            ))}
          </select>
        </label>
        <button type="submit">Issue a credential</button>
      </form>
    </section>
  );
}

interface CardProps {
  readonly credential: Credential;
  readonly change: Props['change'];
}

function CredentialCard({ credential, change }: CardProps): JSX.Element {
  const { contractId, provider, issuedAt, expiresAt, state, expired, disclosed } = credential;
  const path = { id: sandboxId.value, contractId };
  const isActive = state === 'active';
  return (
    <li class="card-line">
      <p>
        <strong>{provider}</strong>{' '}
        <span class={`chip ${isActive && !expired ? 'pass' : 'fail'}`}>{standingOf(credential)}</span>{' '}
        {!disclosed && <span class="chip">not disclosed</span>}{' '}
        <span class="soft nowrap">
          {day(issuedAt)} to {day(expiresAt)}
        </span>
      </p>
      <p class="mono soft cut" title={contractId}>
        {contractId}
      </p>
      <p class="actions">
        {isActive && !expired && (
          <>
            <button
              type="button"
              onClick={change(() => call('post', '/sandboxes/{id}/world/credentials/{contractId}/revoke', { path }))}
            >
              Revoke
            </button>
            <button
              type="button"
              onClick={change(() => call('post', '/sandboxes/{id}/world/credentials/{contractId}/expire', { path }))}
            >
              Expire
            </button>
            <button
              type="button"
              onClick={change(() => call('post', '/sandboxes/{id}/world/credentials/{contractId}/archive', { path }))}
            >
              Archive
            </button>
          </>
        )}
        {disclosed && (
          <button type="button" onClick={attempt(() => copyLink(contractId))}>
            Copy a link
          </button>
        )}
      </p>
    </li>
  );
}

function standingOf({ state, expired }: Credential): string {
  return state === 'active' && expired ? 'expired' : state;
}

async function copyLink(contractId: string): Promise<void> {
  const { verificationUrl } = await call('post', '/sandboxes/{id}/verification-links', {
    path: { id: sandboxId.value },
    body: { contractId },
  });
  await copyText(verificationUrl);
  say(`Copied: ${verificationUrl}`);
}
