/** The credentials of a party, and what can happen to them. */

import type { JSX } from 'preact';
import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action, Changes, Copy } from '../../parts/buttons.js';
import { day } from '../../parts/format.js';
import { newLink, openPage } from './open-links.js';
import { type PartyProps, ProviderForm, type ProviderFormProps } from './provider-form.js';

type Credential = Party['credentials'][number];

export function Credentials({ party, change }: PartyProps): JSX.Element {
  const { partyId, credentials } = party;
  const issue: ProviderFormProps['submit'] = (provider, { followers, age }) =>
    respond('post', '/sandboxes/{id}/world/parties/{partyId}/credentials', {
      path: { partyId },
      body: {
        provider,
        ...(followers !== undefined && { social: { followersCount: Number(followers) } }),
        ...(age !== undefined && { accountCreatedAt: `-P${age}D` }),
      },
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
      <ProviderForm label="Issue a credential" change={change} submit={issue}>
        <label>
          followers <input type="number" class="short" name="followers" min={0} placeholder="0" />
        </label>
        <label>
          days since the account was made <input type="number" class="short" name="age" min={0} placeholder="180" />
        </label>
      </ProviderForm>
    </section>
  );
}

/** What can happen to a valid credential. */
const CHANGES = [
  ['Revoke', 'revoke'],
  ['Expire', 'expire'],
  ['Archive', 'archive'],
] as const;

/** The characters of an ID that tell credentials apart. The title has all. */
const LONGEST_SHOWN = 20;

interface CardProps {
  readonly credential: Credential;
  readonly change: PartyProps['change'];
}

function CredentialCard({ credential, change }: CardProps): JSX.Element {
  const { contractId, provider, issuedAt, expiresAt, state, expired, disclosed } = credential;
  const path = { contractId };
  const standing = state === 'active' && expired ? 'expired' : state;
  return (
    <li class="card-line">
      <p>
        <strong>{provider}</strong> <span class={`chip ${standing === 'active' ? 'pass' : 'fail'}`}>{standing}</span>{' '}
        {!disclosed && <span class="chip">not disclosed</span>}{' '}
        <span class="soft nowrap">
          {day(issuedAt)} to {day(expiresAt)}
        </span>
      </p>
      <p class="mono soft" title={contractId}>
        {contractId.length > LONGEST_SHOWN ? `${contractId.slice(0, LONGEST_SHOWN)}…` : contractId}
      </p>
      <Changes>
        <p class="actions">
          {standing === 'active' &&
            CHANGES.map(([text, name]) => (
              <Action
                key={name}
                aria-label={`${text} the credential of ${provider}`}
                act={() => change(respond('post', `/sandboxes/{id}/world/credentials/{contractId}/${name}`, { path }))}
              >
                {text}
              </Action>
            ))}
          {disclosed && (
            <Action aria-label={`Open the page of ${provider}`} act={() => openPage(contractId)}>
              Open the page
            </Action>
          )}
          {disclosed && <Copy text={() => newLink(contractId)}>Copy a link</Copy>}
        </p>
      </Changes>
    </li>
  );
}
