/** The credentials of a party, and what can happen to them. */

import { respond } from '../../control/call.js';
import type { Party } from '../../control/types.js';
import { Action, Changes, Copy } from '../../parts/buttons.js';
import { day } from '../../parts/format.js';
import { newLink, openPage } from './open-links.js';
import { Provided, type ProvidedProps } from './provider-form.js';
import { remember } from './undo-change.js';

type Credential = Party['credentials'][number];

/** The credentials of a party, and a form that adds one. */
export function Credentials({ party: { partyId, credentials } }: { readonly party: Party }) {
  const issue: ProvidedProps['submit'] = (provider, { followers, age }) =>
    respond('post', '/sandboxes/{id}/world/parties/{partyId}/credentials', {
      path: { partyId },
      body: {
        provider,
        ...(followers !== undefined && { social: { followersCount: Number(followers) } }),
        ...(age !== undefined && { accountCreatedAt: `-P${age}D` }),
      },
    });
  const cards = credentials.map((credential) => (
    <CredentialCard key={credential.contractId} partyId={partyId} credential={credential} />
  ));
  return (
    <Provided title="Credentials" cards={cards} label="Issue a credential" partyId={partyId} submit={issue}>
      <label>
        followers <input type="number" class="short" name="followers" min={0} placeholder="0" />
      </label>
      <label>
        days since the account was made <input type="number" class="short" name="age" min={0} placeholder="180" />
      </label>
    </Provided>
  );
}

/** What can happen to a valid credential. */
const CHANGES = [
  ['Revoke', 'revoke'],
  ['Expire', 'expire'],
  ['Archive', 'archive'],
] as const;

/** How many characters of an ID are shown: they tell credentials apart. The title has the whole ID. */
const LONGEST_SHOWN = 20;

interface CardProps {
  readonly partyId: string;
  readonly credential: Credential;
}

/** A credential, and what can be done with it. */
function CredentialCard({ partyId, credential }: CardProps) {
  const { contractId, provider, issuedAt, expiresAt, state, expired, disclosed } = credential;
  const path = { contractId };
  const end = (way: 'revoke' | 'expire' | 'archive'): Promise<void> =>
    remember(partyId, respond('post', `/sandboxes/{id}/world/credentials/{contractId}/${way}`, { path }));
  const standing = state === 'active' && expired ? 'expired' : state;

  return (
    <li class="card-line">
      <p>
        <strong>{provider}</strong> <span class={`chip ${standing === 'active' ? 'pass' : 'fail'}`}>{standing}</span>{' '}
        {!disclosed && <span class="chip">not disclosed</span>}{' '}
        <span class="soft nowrap">{`${day(issuedAt)} to ${day(expiresAt)}`}</span>
      </p>
      <p class="mono soft" title={contractId}>
        {contractId.length > LONGEST_SHOWN ? `${contractId.slice(0, LONGEST_SHOWN)}…` : contractId}
      </p>
      <Changes>
        <p class="actions">
          {standing === 'active' &&
            CHANGES.map(([text, way]) => (
              <Action key={way} text={text} about={`the credential of ${provider}`} act={() => end(way)} />
            ))}
          {disclosed && <Action text="Open the page" about={`of ${provider}`} act={() => openPage(contractId)} />}
          {disclosed && <Copy text="Copy a link" copied={() => newLink(contractId)} />}
        </p>
      </Changes>
    </li>
  );
}
