/** What the institution sees of a party: the score with its parts, and the responses as they are. */

import type { HumanScoreItem } from '../../../contract/service-schemas.js';
import type { SeenParty } from '../../control/types.js';
import { Facts } from '../../parts/frames.js';
import { Json } from '../../parts/json.js';

/** The total score; undefined if the party has none. */
export function totalScoreOf({ humanScore }: SeenParty): number | undefined {
  return (humanScore as unknown as HumanScoreItem | null)?.humanScore.totalScore;
}

/** What the institution sees of a party in the responses of the service. */
export function Seen({ seen }: { readonly seen: SeenParty }) {
  const { users, credentials, humanScore, links } = seen;
  const parts = {
    'Rows of the users list': users,
    Credentials: credentials,
    'Human score': humanScore,
    'What links show': links,
  };
  return (
    <section aria-label="What the institution sees">
      <h3>What the institution sees</h3>
      {humanScore === null ? (
        <p class="soft">No score: 404, because the party is no approved user.</p>
      ) : (
        <ScoreCard seen={seen} />
      )}
      {Object.entries(parts).map(([title, value]) => (
        <details key={title}>
          <summary>{Array.isArray(value) ? `${title} (${value.length})` : title}</summary>
          <Json text={JSON.stringify(value)} />
        </details>
      ))}
    </section>
  );
}

/** The score of a party, and where its points come from. */
function ScoreCard({ seen: { humanScore, scoreReasons } }: { readonly seen: SeenParty }) {
  const { totalScore, confidenceLevel, badges } = (humanScore as unknown as HumanScoreItem).humanScore;
  return (
    <div class="score">
      <p>
        <strong>{totalScore}</strong> <span class="soft">of 100, confidence {confidenceLevel}</span>
      </p>
      <Facts facts={scoreReasons.map((reason) => [wordsOf(reason.part), pointsOf(reason)])} />
      <p>
        {badges.map(({ id, name, level }) => (
          <span key={id} class="chip">{`${name}, ${level}`}</span>
        ))}
      </p>
    </div>
  );
}

/** A part of the score: its points, and the reason for them. */
function pointsOf({ part, points, most, reason, change }: SeenParty['scoreReasons'][number]) {
  return (
    <>
      <meter min={0} max={most} value={points} aria-label={wordsOf(part)} /> {points} of {most}
      <p class="soft">{`${reason} ${change}`}</p>
    </>
  );
}

/** `accountAgeScore` as `account age`. */
function wordsOf(name: string): string {
  return name.replace(/Score$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
