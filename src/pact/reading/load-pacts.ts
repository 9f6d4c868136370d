/** Loads pacts from files, URLs and a broker. A source that fails does not stop the others. */

import { DocumentError, readText } from '../../documents/read-document.js';
import { fetchResponse } from '../../platform/fetch-response.js';
import type { BrokeredPact, PactFile } from '../pact-file.js';
import { findPactFiles, isUrl, type PactPlace } from './find-pact-files.js';
import { readPact } from './read-pact.js';

export interface LoadedPacts {
  readonly pacts: readonly PactFile[];
  readonly problems: readonly SourceProblem[];
  /** What was left out, and why: a sentence each. */
  readonly notices: readonly string[];
}

/** A source that cannot be used. */
export interface SourceProblem {
  /** Path or URL, as it was given. */
  readonly source: string;
  /** With line and column, or JSON pointer, if known. */
  readonly message: string;
}

/** A pact whose text was fetched from a broker. */
export interface FetchedPact {
  readonly source: string;
  readonly text: string;
  readonly broker: BrokeredPact;
}

/** Where pacts are loaded from. */
export interface PactSources {
  /** Files, folders, patterns and URLs. */
  readonly given: readonly string[];
  /** Pacts from a broker. Default: none. */
  readonly fetched?: readonly FetchedPact[];
  /** Bearer token for requests to URLs. Default: none. */
  readonly token?: string;
  /** Only pacts for this provider are loaded. Default: pacts for every provider. */
  readonly provider?: string;
}

/** Loads all pacts; failures are among the `problems`. */
export async function loadPacts({ given, fetched = [], token, provider }: PactSources): Promise<LoadedPacts> {
  const { places, lost } = findPactFiles(given);
  const loaded = [
    ...fetched.map(({ source, text, broker }) => attempt(source, () => ({ ...readPact(source, text), broker }))),
    ...(await Promise.all(places.map((place) => load(place, token)))),
  ];
  const pacts = loaded.flatMap((result) => ('pact' in result ? [result.pact] : []));
  const [wanted, others] = separate(pacts, provider);
  return {
    pacts: wanted,
    problems: [
      ...lost,
      ...loaded.flatMap((result) => ('problem' in result ? [result.problem] : [])),
      ...missingProvider(pacts, wanted, provider),
    ],
    notices: [
      ...loaded.flatMap((result) => ('notice' in result ? [result.notice] : [])),
      ...others,
      ...providersNotice(wanted),
      ...wanted.flatMap(messagesNotice),
    ],
  };
}

type Loaded = { readonly pact: PactFile } | { readonly problem: SourceProblem } | { readonly notice: string };

async function load({ source, named }: PactPlace, token: string | undefined): Promise<Loaded> {
  try {
    const text = isUrl(source) ? await fetchText(source, token) : readText(source);
    if (!named && !mayBePact(text)) return { notice: `${source} is not a pact: left out` };
    return attempt(source, () => readPact(source, text));
  } catch (error) {
    return { problem: problemOf(source, error) };
  }
}

/** @throws Error if there is no response, or its status is not 2xx */
async function fetchText(url: string, token: string | undefined): Promise<string> {
  const headers = {
    Accept: 'application/hal+json, application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const response = await fetchResponse(url, { headers });
  if (response.ok) return response.text();
  const remedy = response.status === 401 || response.status === 403 ? '; does it need another --broker-token?' : '';
  throw new Error(`the server responds with ${response.status}${remedy}`);
}

function attempt(source: string, read: () => PactFile): Loaded {
  try {
    return { pact: read() };
  } catch (error) {
    return { problem: problemOf(source, error) };
  }
}

/** Describes the error that made a source unusable. */
export function problemOf(source: string, error: unknown): SourceProblem {
  if (!(error instanceof DocumentError)) return { source, message: (error as Error).message };
  return {
    source,
    message: error.mistakes
      .map(({ line, column, message }) => (line === undefined ? message : `line ${line}, column ${column}: ${message}`))
      .join('; '),
  };
}

/** Folders may contain other JSON files. A broken pact is still reported, because this looks at its text only. */
function mayBePact(text: string): boolean {
  return text.includes('"consumer"') && text.includes('"provider"');
}

/** The pacts for the provider, and a notice for each of the others. */
function separate(pacts: readonly PactFile[], provider: string | undefined): readonly [PactFile[], string[]] {
  if (provider === undefined) return [[...pacts], []];
  return [
    pacts.filter((pact) => pact.provider === provider),
    pacts
      .filter((pact) => pact.provider !== provider)
      .map((pact) => `${pact.source} is for the provider "${pact.provider}", not "${provider}": left out`),
  ];
}

/** Without this problem, a verification of no pacts at all would pass. */
function missingProvider(
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
