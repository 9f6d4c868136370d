/** Gets pacts from wherever they are; one that cannot be had does not keep the others from being verified. */

import { DocumentError } from '../../documents/document-error.js';
import { readText } from '../../documents/read-document.js';
import type { BrokeredPact, PactFile } from '../pact-file.js';
import type { SourceProblem } from '../../verification/report/verification-report.js';
import { fetchText } from './fetch-text.js';
import { findPactFiles, isUrl, type PactPlace } from './find-pact-files.js';
import { pactReader, type PactReader } from './read-pact.js';

export interface LoadedPacts {
  readonly pacts: readonly PactFile[];
  readonly problems: readonly SourceProblem[];
  /** What was passed over, and why. */
  readonly notices: readonly string[];
}

/** A pact that has been fetched already. */
export interface FetchedPact {
  readonly source: string;
  readonly text: string;
  readonly broker: BrokeredPact;
}

/** Where pacts come from. */
export interface PactSources {
  /** Files, folders, patterns and URLs. */
  readonly given: readonly string[];
  /** From a broker. */
  readonly fetched?: readonly FetchedPact[];
  /** Sent with requests for URLs, as bearer token. Default: none. */
  readonly token?: string;
  /** The provider whose pacts are wanted. Default: all. */
  readonly provider?: string;
}

export async function loadPacts({ given, fetched = [], token, provider }: PactSources): Promise<LoadedPacts> {
  const { places, lost } = findPactFiles(given);
  const read = pactReader();
  const loaded = [
    ...fetched.map(({ source, text, broker }) => attempt(source, () => ({ ...read(source, text), broker }))),
    ...(await Promise.all(places.map((place) => load(place, { read, token })))),
  ];
  const pacts = loaded.flatMap((result) => ('pact' in result ? [result.pact] : []));
  const wanted = pacts.filter((pact) => provider === undefined || pact.provider === provider);
  return {
    pacts: wanted,
    problems: [
      ...lost,
      ...loaded.flatMap((result) => ('problem' in result ? [result.problem] : [])),
      ...nothingWanted(pacts, wanted, provider),
    ],
    notices: [
      ...loaded.flatMap((result) => ('notice' in result ? [result.notice] : [])),
      ...pacts
        .filter((pact) => !wanted.includes(pact))
        .map((pact) => `${pact.source} is for the provider "${pact.provider}", not "${provider!}": left out`),
      ...providersNotice(wanted),
      ...wanted.flatMap(messagesNotice),
    ],
  };
}

type Loaded = { readonly pact: PactFile } | { readonly problem: SourceProblem } | { readonly notice: string };

async function load(
  { source, named }: PactPlace,
  { read, token }: { read: PactReader; token: string | undefined },
): Promise<Loaded> {
  try {
    const text = isUrl(source) ? await fetchText(source, token) : readText(source);
    if (!named && !mayBePact(text)) return { notice: `${source} is not a pact: left out` };
    return attempt(source, () => read(source, text));
  } catch (error) {
    return { problem: problemOf(source, error) };
  }
}

function attempt(source: string, read: () => PactFile): Loaded {
  try {
    return { pact: read() };
  } catch (error) {
    return { problem: problemOf(source, error) };
  }
}

/** What keeps a source from being used. */
export function problemOf(source: string, error: unknown): SourceProblem {
  if (!(error instanceof DocumentError)) return { source, message: (error as Error).message };
  return {
    source,
    message: error.mistakes
      .map(({ line, column, message }) => (line === undefined ? message : `line ${line}, column ${column}: ${message}`))
      .join('; '),
  };
}

/** Among the files of a folder there may be others; broken ones are told all the same. */
function mayBePact(text: string): boolean {
  return text.includes('"consumer"') && text.includes('"provider"');
}

/** A verification of nothing at all would pass. */
function nothingWanted(
  pacts: readonly PactFile[],
  wanted: readonly PactFile[],
  provider: string | undefined,
): SourceProblem[] {
  if (provider === undefined || wanted.length > 0 || pacts.length === 0) return [];
  const names = [...new Set(pacts.map((pact) => `"${pact.provider}"`))].toSorted().join(', ');
  return [{ source: '--provider', message: `no pact is for the provider "${provider}"; they are for ${names}` }];
}

function providersNotice(pacts: readonly PactFile[]): string[] {
  const providers = [...new Set(pacts.map(({ provider }) => provider))].toSorted();
  if (providers.length < 2) return [];
  return [
    `the pacts name ${providers.length} providers (${providers.map((name) => `"${name}"`).join(', ')}), and all are verified; --provider chooses one`,
  ];
}

function messagesNotice({ source, messages }: PactFile): string[] {
  if (messages.length === 0) return [];
  return [
    `${source}: ${messages.length === 1 ? 'a message interaction is' : `${messages.length} message interactions are`} left out, because the service sends no messages: ${messages.map((description) => `"${description}"`).join(', ')}`,
  ];
}
