/** Lists what happens next by the clock of a sandbox: expiries and scheduled events. */

import type { Sandbox } from '../../../domain/sandbox/sandbox.js';
import { instant } from '../../../domain/time/moment.js';
import { isoTimestamp, parseTimestamp } from '../../../domain/time/timestamp.js';
import { parseLink, type LinkTokens } from '../../../domain/tokens/link-tokens.js';
import { disclosedCredentials, fullName, type Party } from '../../../domain/world/model.js';
import { keptText } from '../../../journal/exchange.js';
import type { Upcoming } from '../../documents.js';
import type { RedactedJournal } from '../journal/redacted-journal.js';
import { partiesOf } from './find-parties.js';

/** Where upcoming things are searched. */
interface UpcomingSources {
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
  const next: Timed[] = [];
  for (const thingsOfKind of [tokenExpiries, linkExpiries, credentialExpiries, scenarioEnds, scheduledEvents]) {
    const later = [...thingsOfKind(sources)].filter(({ time }) => time > now);
    next.push(...inOrderOfTime(later).slice(0, MOST_OF_A_KIND));
  }

  return inOrderOfTime(next).map(({ time, ...thing }) => ({ at: isoTimestamp(time), ...thing }));
}

/** A thing that happens, with its time in milliseconds since 1970. */
type Timed = Omit<Upcoming, 'at'> & { readonly time: number };

/** Sorted by the time at which each happens. */
function inOrderOfTime(things: readonly Timed[]): Timed[] {
  return things.toSorted((one, other) => one.time - other.time);
}

/** The scenarios that end. */
function* scenarioEnds({ sandbox }: UpcomingSources): Iterable<Timed> {
  for (const { scenario, until: time } of sandbox.activations)
    if (time !== undefined) yield { time, kind: 'scenario-ends', what: `the scenario ${scenario}` };
}

/** The scheduled events. */
function* scheduledEvents({ sandbox }: UpcomingSources): Iterable<Timed> {
  for (const { at, event } of sandbox.world.scheduled)
    yield { time: at, kind: 'event', what: event.type, party: event.partyId };
}

/** The expiries of the access tokens that the exchanges in the journal have issued. */
function* tokenExpiries({ redacted }: UpcomingSources): Iterable<Timed> {
  for (const record of redacted.rawJournal.records()) {
    if (record.operation !== 'issueToken') continue;

    const { id, issuedToken, clientId = '' } = redacted.exchangeOf(record);
    const time = parseTimestamp(issuedToken?.expiresAt ?? '');
    if (time !== undefined)
      yield { time, kind: 'token-expires', what: `the access token of ${clientId}`, exchange: id };
  }
}

/** The expiries of the links that the exchanges in the journal have created. Their tokens contain the expiry. */
function* linkExpiries({ redacted, linkTokens }: UpcomingSources): Iterable<Timed> {
  for (const { id, operation, responseBody } of redacted.rawJournal.records()) {
    if (!LINK_OPERATIONS.includes(operation)) continue;

    for (const [, token] of keptText(responseBody).matchAll(/"token":"([\w-]+)"/g)) {
      const body = linkTokens.withoutSeal(token!);
      const link = body && parseLink(body);
      if (link !== undefined)
        yield { time: link.expiresAt, kind: 'link-expires', what: `the link to ${link.subject}`, exchange: id };
    }
  }
}

/** The expiries of disclosed credentials. The cast is the parties of the fixture. */
function* credentialExpiries({ sandbox }: UpcomingSources): Iterable<Timed> {
  const { world } = sandbox;
  const { cast, population } = world.base;
  const ids = new Set([...cast, ...world.changedParties].map(({ partyId }) => partyId));
  const few = [...ids].map((partyId) => world.party(partyId)!);
  const searched = population.size <= MOST_SEARCHED ? partiesOf(world) : few;

  for (const party of searched) yield* expiriesOf(party, world.epoch);
}

/** When the credentials of the party expire that clients can see. */
function* expiriesOf(party: Party, epoch: number): Iterable<Timed> {
  const { partyId, email = partyId } = party;
  const name = fullName(party) ?? email;
  for (const { state, provider, expiresAt } of disclosedCredentials(party)) {
    const time = instant(expiresAt, epoch);
    const what = `the ${provider} credential of ${name}`;
    if (state === 'active') yield { time, kind: 'credential-expires', what, party: partyId };
  }
}
