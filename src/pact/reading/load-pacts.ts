/** Loads pacts from files, URLs and a broker. A source that fails does not stop the others. */

import { basicHeader } from '../../common/http-basic.js';
import { DocumentError, type Mistake, readBytes, textOf } from '../../contract/documents/read-document.js';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { fetchResponse } from '../../common/platform/fetch-response.js';
import type { BrokeredPact, PactFile } from '../pact-file.js';
import { findPactFiles, isNamedLikePact, isUrl, mayBePact } from './find-pact-files.js';
import type { GivenSource, PactPlace } from './find-pact-files.js';
import { readPact } from './read-pact.js';

/** The pacts that were loaded, and what was wrong with other sources. */
export interface LoadedPacts {
  readonly pacts: readonly PactFile[];
  readonly problems: readonly SourceProblem[];
  /** Sentences about what was left out, and why. */
  readonly notices: readonly string[];
}

/** A source that cannot be used. */
export interface SourceProblem {
  /** Path or URL, as it was given. */
  readonly source: string;
  /** The reason, with line and column, or JSON pointer, if known. */
  readonly message: string;
  /** Whether nothing can be said of it: see {@link problemOf}. Default: false; then it has nothing to verify. */
  readonly isUnread?: boolean;
}

/** A pact whose text was fetched from a broker. */
export interface FetchedPact {
  readonly source: string;
  readonly text: string;
  readonly broker: BrokeredPact;
}

/** The places from which pacts are loaded. */
export interface PactSources {
  /** Files, folders, patterns and URLs. */
  readonly given: readonly string[];
  /** Pacts from a broker. Default: none. */
  readonly fetched?: readonly FetchedPact[];
  /** The `Authorization` header for a URL; undefined if it needs none. Default: none for every URL. */
  readonly authorizationFor?: (url: string) => string | undefined;
  /** The provider whose pacts are loaded. Default: every provider. */
  readonly provider?: string;
  /** Whether sources may have no pacts. Default: false; then a folder without pacts is a problem. */
  readonly allowEmpty?: boolean;
}

/** The problem of a file that should have been a pact. */
const NAMED_LIKE_PACT = 'it is named like a pact, but has no member of a pact: "consumer", "provider", "interactions"';

/**
 * Loads all pacts. A place has a pact, or a problem, or neither: then it is another file, which is left out with a
 * notice. A problem fails a verification, and a notice does not.
 */
export async function loadPacts(options: PactSources): Promise<LoadedPacts> {
  const { given, fetched = [], authorizationFor, provider, allowEmpty = false } = options;
  const { places, sources } = findPactFiles(given);
  const loaded = await Promise.all([
    ...fetched.map(({ source, text, broker }) => tryToLoad(source, () => ({ ...readPact(source, text), broker }))),
    ...places.map((place) => tryToLoad(withoutCredentials(place.source), () => load(place, authorizationFor))),
  ]);

  // The pacts of the wanted provider, and those of others.
  const pacts = loaded.flatMap(({ pact }) => pact ?? []);
  const wanted = pacts.filter((pact) => provider === undefined || pact.provider === provider);
  const ofOthers = pacts.filter((pact) => !wanted.includes(pact));
  const empty = wanted.filter(({ interactions, messages }) => interactions.length + messages.length === 0);

  // Pact names files `<consumer>-<provider>.json`, so a provider's name in a file's name suggests a pact.
  const providers = [...pacts.map((pact) => pact.provider), ...(provider === undefined ? [] : [provider])];
  const withoutPact = loaded.filter(({ pact, problem }) => pact === undefined && problem === undefined);
  const files = withoutPact.map(({ source }) => source);
  // A file that is named like a pact was meant to be one: that is a problem. Any other file is left out, with a notice.
  const meantFiles = files.filter((source) => isNamedLikePact(source, providers));
  const otherFiles = files.filter((source) => !meantFiles.includes(source));

  // These are problems, or only notices if `allowEmpty` is set.
  const emptySources = [
    ...sources.flatMap((source) => sourceWithoutPacts(source, otherFiles)),
    ...(provider === undefined ? [] : missingParty('provider', provider, pacts)),
  ];

  return {
    pacts: wanted,
    problems: [
      ...(allowEmpty ? [] : emptySources),
      ...loaded.flatMap(({ problem }) => problem ?? []),
      ...meantFiles.map((source) => ({ source, message: NAMED_LIKE_PACT })),
    ],
    notices: [
      ...otherFiles.map((source) => `${source} is not a pact: left out`),
      ...(allowEmpty ? emptySources : []).map(({ source, message }) => `${source}: ${message}`),
      ...ofOthers.map((pact) => `${pact.source} is for the provider "${pact.provider}", not "${provider!}": left out`),
      ...providersNotice(wanted),
      ...empty.map(({ source }) => `${source} has no interactions: nothing of it is verified`),
      ...wanted.flatMap(messagesNotice),
    ],
  };
}

/**
 * The content of a place:
 * - a pact
 * - neither a pact nor a problem, if the file is something else
 * - a problem, if the place cannot be used
 */
interface Loaded {
  readonly source: string;
  readonly pact?: PactFile | undefined;
  readonly problem?: SourceProblem;
}

/** Loads a pact. An error becomes the problem of its source. */
async function tryToLoad(
  source: string,
  read: () => PactFile | undefined | Promise<PactFile | undefined>,
): Promise<Loaded> {
  try {
    return { source, pact: await read() };
  } catch (error) {
    return { source, problem: problemOf(source, error) };
  }
}

/** Loads the pact at a place; undefined if the file is something else than a pact. */
async function load(
  { source, isNamed }: PactPlace,
  authorizationFor: PactSources['authorizationFor'],
): Promise<PactFile | undefined> {
  if (isUrl(source)) return await loadUrl(source, authorizationFor);

  const text = textOf(source, readBytes(source));
  return isNamed || mayBePact(source, text) ? readPact(source, text) : undefined;
}

/**
 * Loads a pact from a URL. The source of the pact is the URL without user name and password, because reports show it.
 */
async function loadUrl(url: string, authorizationFor: PactSources['authorizationFor']): Promise<PactFile> {
  if (!URL.canParse(url)) throw new Error('this is not a valid URL');

  const { username, password } = new URL(url);
  const source = withoutCredentials(url);
  const basic = basicHeader(decodeOrKeep(username), decodeOrKeep(password));
  // Credentials in the URL win over those of the options: the user wrote them for this URL.
  const authorization = source === url ? authorizationFor?.(url) : basic;

  return readPact(source, await fetchText(source, authorization));
}

/** A URL without user name and password; any other source unchanged. */
function withoutCredentials(source: string): string {
  if (!isUrl(source) || !URL.canParse(source)) return source;

  const url = new URL(source);
  if (url.username === '' && url.password === '') return source;

  return Object.assign(url, { username: '', password: '' }).href;
}

/** The problem of a folder or pattern that has no pacts. @param otherFiles files that are no pacts */
function sourceWithoutPacts({ source, kind, files }: GivenSource, otherFiles: readonly string[]): SourceProblem[] {
  if (files.some((file) => !otherFiles.includes(file))) return [];

  const lack = kind === 'folder' ? 'there are no JSON files in this folder' : 'no file matches this pattern';
  const found = files.length === 1 ? 'the only JSON file is' : `all ${files.length} JSON files are`;
  const message = files.length === 0 ? lack : `there is no pact here: ${found} something else`;

  return [{ source, message: `${message}; name another, or add --allow-empty` }];
}

/** Fetches a text. @throws Error if there is no response, or its status is not 2xx */
async function fetchText(source: string, authorization: string | undefined): Promise<string> {
  const headers = {
    Accept: 'application/hal+json, application/json',
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  const response = await fetchResponse(source, { headers });
  if (response.ok) return textOf(source, Buffer.from(await response.arrayBuffer()));

  throw new Error(`the server responds with ${response.status}${remedyFor(response.status, authorization)}`);
}

/** What to do about the credentials, after a semicolon; empty if the status is not about them. */
function remedyFor(status: number, authorization: string | undefined): string {
  if (status !== 401 && status !== 403) return '';
  if (authorization !== undefined) return '; check --broker-token, or --broker-username and --broker-password';

  return '; no credentials were sent: --broker-token, or --broker-username and --broker-password, are sent to the host of --broker-url only, if there is one';
}

/** The problem of a source that cannot be read, has mistakes, or is refused by its broker. */
export function problemOf(source: string, error: unknown): SourceProblem {
  const mistakes = error instanceof DocumentError ? error.mistakes : [error as Error & Mistake];
  const messages = mistakes.map(({ line, column, message }) =>
    line === undefined ? message : `line ${line}, column ${column}: ${message}`,
  );

  return { source, message: messages.join('; '), isUnread: true };
}

/** The problem of a consumer or provider that was chosen, and that has no pact. */
export function missingParty(role: 'consumer' | 'provider', name: string, pacts: readonly PactFile[]): SourceProblem[] {
  // If no pact was loaded at all, other problems say why.
  if (pacts.length === 0 || pacts.some((pact) => pact[role] === name)) return [];

  const names = [...new Set(pacts.map((pact) => `"${pact[role]}"`))].toSorted().join(', ');
  return [{ source: `--${role}`, message: `no pact names the ${role} "${name}"; they name ${names}` }];
}

/** The notice about pacts that name several providers: the user may have meant one. */
function providersNotice(pacts: readonly PactFile[]): string[] {
  const providers = [...new Set(pacts.map(({ provider }) => provider))].toSorted();
  if (providers.length < 2) return [];

  const names = providers.map((name) => `"${name}"`).join(', ');
  return [`the pacts name ${providers.length} providers (${names}), and all are verified; --provider chooses one`];
}

/** The notice about message interactions, which are left out. */
function messagesNotice({ source, messages }: PactFile): string[] {
  if (messages.length === 0) return [];

  const subject = messages.length === 1 ? 'a message interaction is' : `${messages.length} message interactions are`;
  const names = messages.map((description) => `"${description}"`).join(', ');
  return [`${source}: ${subject} left out, because the service sends no messages: ${names}`];
}
