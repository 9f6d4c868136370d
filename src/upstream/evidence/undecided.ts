/** Collects what traffic leaves undecided, and says what would decide it. */

import type { VariantPoint } from '../../contract/variants/variant-point.js';
import type { SeenExchange } from '../../traffic/seen-exchange.js';
import type { KeptAuthorization } from '../../traffic/kept-authorization.js';
import { TokenHosts } from '../../traffic/token-hosts.js';
import { sentence } from '../sentence.js';
import type { Evidence } from '../report-types.js';
import { type Observation, STATED } from './looks/look.js';

/** How many kinds of refusals are named. */
const MOST_NAMED = 5;

/** Collects the open questions of all exchanges. */
export class Undecided {
  /**
   * Refusals of requests without the header `Authorization`, with the numbers of their files. An exporter may have
   * removed the header.
   */
  readonly #refusals: { readonly file: number; readonly what: string }[] = [];
  readonly tokenHosts = new TokenHosts();
  /** The points that a single refusal contradicts. The institution may have been suspended instead. */
  readonly #suspects = new Set<string>();

  /** Sees an exchange. Only refusals of requests without a token leave a question open. */
  see({ place, operation, request, status, where }: SeenExchange): void {
    const lacksToken = operation?.access === 'bearer' && request.headers['authorization'] === undefined;
    if (lacksToken && status >= 400 && status < 500)
      this.#refusals.push({ file: place.file, what: `${status} of ${where}` });
  }

  /** Sees an observation that rests on a refusal which may be a suspension. */
  seeSuspect(shown: Observation): void {
    if ('point' in shown && !shown.fits.includes(STATED)) this.#suspects.add(shown.point);
  }

  /** The sentences: one for each open question. */
  sentences(points: Evidence['points'], varied: readonly VariantPoint[], kept: KeptAuthorization): string[] {
    const sentences = this.tokenHosts.sentences();
    for (const point of this.#suspects)
      if (points[point]?.verdict !== 'otherwise') sentences.push(sentence('single-refusal', { point }));

    const inDoubt = this.#refusals.filter(({ file }) => !kept.isKept(file));
    const refusals = [...new Set(inDoubt.map(({ what }) => what))].slice(0, MOST_NAMED);
    if (refusals.length > 0) sentences.push(sentence('no-tokens', { refusals: refusals.join(', ') }));

    for (const [id, { variants }] of Object.entries(points))
      if (variants !== undefined) sentences.push(`${id}: ${variants.join(' or ')}; ${deciderOf(variants, varied)}`);

    return sentences;
  }
}

/** Which exchange would tell the variants of a point apart, as the end of a sentence. */
function deciderOf(variants: readonly string[], varied: readonly VariantPoint[]): string {
  const [point = ''] = variants[0]!.split('=');
  const names = variants.map((variant) => variant.split('=')[1]!);
  const areNumbers = names.every((name) => /^\d+$/.test(name));
  // A request for the greatest of the maxima tells them apart.
  if (areNumbers && point.startsWith('max-')) return `a request with ${Math.max(...names.map(Number))} decides`;

  const otherAlternatives = varied.find((one) => one.point === point)?.others ?? [];
  const notes = otherAlternatives.flatMap(({ name, note }) => (names.includes(name) ? [note] : []));

  return `an exchange decides in which these differ: ${notes.join(' / ')}`;
}
