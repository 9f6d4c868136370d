/** Lists what happens next by the clock of a sandbox: expiries and scheduled events. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { instant } from '../../../domain/time/moment.js';
import { isoTimestamp, parseTimestamp } from '../../../domain/time/timestamp.js';
import { parseLink, type LinkTokens } from '../../../domain/tokens/link-tokens.js';
import { disclosedCredentials, fullName, type Party } from '../../../domain/world/model.js';
import { keptText } from '../../../journal/exchange.js';
import type { Upcoming } from '../../documents.js';
import type { RedactedJournal } from '../journal/redacted-journal.js';

/** Where upcoming things are searched. */
export interface UpcomingSources {
  readonly sandbox: Sandbox;
  readonly redacted: RedactedJournal;
  readonly linkTokens: LinkTokens;
}

/** The most things of one kind, so that one kind does not hide the others. */
const MOST_OF_A_KIND = 5;
/** In a world with more parties, only parties of the fixture and changed parties are searched. */
const MOST_SEARCHED = 1_000;
/** The operations whose responses have tokens of links. */
const LINK_OPERATIONS: readonly (string | undefined)[] = ['generateVerificationLink', 'generateVerificationLinksBatch'];

/** The next things that happen, earliest first: at most five of each kind. */
export function upcoming(sources: UpcomingSources): Upcoming[] {
  const now = sources.sandbox.clock.now();
  const kinds = [tokens, links, credentials, endings, events].map((find) => find(sources));
  const later = kinds.map((kind) => kind.filter(({ time }) => time > now));
  const next = later.flatMap((kind) => inOrderOfTime(kind).slice(0, MOST_OF_A_KIND));

  return inOrderOfTime(next).map(({ time, ...thing }) => ({ at: isoTimestamp(time), ...thing }));
}

/** A thing that happens, with its time in milliseconds since 1970. */
type Timed = Omit<Upcoming, 'at'> & { readonly time: number };

function inOrderOfTime(things: readonly Timed[]): Timed[] {
  return things.toSorted((one, other) => one.time - other.time);
}

/** The scenarios that end. */
function endings({ sandbox: { activations } }: UpcomingSources): Timed[] {
  return activations.flatMap(({ scenario, until: time }): Timed[] => {
    return time === undefined ? [] : [{ time, kind: 'scenario-ends', what: `the scenario ${scenario}` }];
  });
}

/** The scheduled events. */
function events({ sandbox: { world } }: UpcomingSources): Timed[] {
  return world.scheduled.map(({ at, event }) => {
    return { time: at, kind: 'event', what: event.type, party: event.partyId };
  });
}

/** The expiries of the access tokens that the exchanges in the journal have issued. */
function tokens({ redacted }: UpcomingSources): Timed[] {
  return redacted.journal.records().flatMap((record) => {
    if (record.operation !== 'issueToken') return [];

    const { id, issuedToken, clientId = '' } = redacted.exchangeOf(record);
    const time = parseTimestamp(issuedToken?.expiresAt ?? '');
    if (time === undefined) return [];

    return { time, kind: 'token-expires', what: `the access token of ${clientId}`, exchange: id } as const;
  });
}

/** The expiries of the links that the exchanges in the journal have created. Their tokens contain the expiry. */
function links({ redacted, linkTokens }: UpcomingSources): Timed[] {
  return redacted.journal.records().flatMap(({ id, operation, responseBody }) => {
    if (!LINK_OPERATIONS.includes(operation)) return [];
    return [...keptText(responseBody).matchAll(/"token":"([\w-]+)"/g)].flatMap(([, token]) => {
      const body = linkTokens.withoutSeal(token!);
      const link = body && parseLink(body);
      if (link === undefined) return [];

      return { time: link.expiresAt, kind: 'link-expires', what: `the link to ${link.subject}`, exchange: id } as const;
    });
  });
}

/** The expiries of disclosed credentials. The cast is the parties of the fixture, the population the generated ones. */
function credentials({ sandbox: { world } }: UpcomingSources): Timed[] {
  const { cast, population } = world.base;
  const generated = population.size > MOST_SEARCHED ? [] : Array.from({ length: population.size }, (_, at) => at);
  const ids = new Set([
    ...cast.map(({ partyId }) => partyId),
    ...generated.map((index) => population.partyId(index)),
    ...[...world.changedParties].map(({ partyId }) => partyId),
  ]);

  return [...ids].flatMap((partyId) => expiriesOf(world.party(partyId)!, world.epoch));
}

/** When the credentials of the party expire that clients can see. */
function expiriesOf(party: Party, epoch: number): Timed[] {
  const { partyId, email = partyId } = party;
  const name = fullName(party) ?? email;
  return disclosedCredentials(party)
    .filter(({ state }) => state === 'active')
    .map(({ provider, expiresAt }) => ({
      time: instant(expiresAt, epoch),
      kind: 'credential-expires',
      what: `the ${provider} credential of ${name}`,
      party: partyId,
    }));
}
