/** The credentials of a party, and what can happen to them. */

import type { JSX } from 'preact';
import { call } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { day } from '../../parts/format.js';
import { copyText } from '../../parts/copy.js';
import { attempt, say } from '../../state/notice.js';
import { sandboxId } from '../../state/place.js';
import { type PartyProps, type Provider, ProviderForm } from './provider-form.js';

type Credential = Party['credentials'][number];

export function Credentials({ party, change }: PartyProps): JSX.Element {
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
      <ProviderForm label="Issue a credential" change={change} submit={issue} />
    </section>
  );
}

interface CardProps {
  readonly credential: Credential;
  readonly change: PartyProps['change'];
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
