/** Parses pacts of versions 1 to 4 of the Pact specification. */

import { membersOf, placeAt, repeatedMembers } from '../../common/json.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { once } from '../../contract/schema/lazy.js';
import { compileSchema, mistakeAt, shapeMistakes } from '../../contract/documents/check-document.js';
import { preparedValidators } from '../../contract/documents/prepared.js';
import { DocumentError, type Mistake, parseSource, refuseTooDeep } from '../../contract/documents/read-document.js';
import type { PactFile } from '../pact-file.js';
import type { PactJson } from '../pact-json.js';
import { isHttp, readInteraction } from './read-interaction.js';
import { offsetOfMistake } from './scan-json.js';
import { misspelledIn, unreadMembers, type UnreadMember } from './unread-members.js';

/** Checks the shape of a pact. The build compiles the schema in advance, because compiling it takes time. */
const pactValidator = once(() => (preparedValidators('pact') ?? compileSchema)(shippedSchema('pact')));

/**
 * Parses the text of a pact.
 * @param source path or URL, for messages
 * @throws DocumentError with line and column of every mistake
 */
export function readPact(source: string, text: string): PactFile {
  if (text.startsWith('\uFEFF')) throw new DocumentError(source, [{ line: 1, column: 1, message: BYTE_ORDER_MARK }]);

  const json = parsePactText(source, text);
  const validate = pactValidator();
  // The parser that knows lines is slow, so it runs only if there is a mistake.
  if (!validate(json)) {
    const { listed, more } = shapeMistakes(parseSource(source, text), validate);
    throw new DocumentError(source, listed, more);
  }

  const pact = pactFrom(source, json as PactJson, text);
  // The shape allows members that Pact does not know. Some of them mean that less is compared than the author thinks.
  const unread = unreadIn(pact);
  if (unread.length === 0) return pact;

  const document = parseSource(source, text);
  const mistakes = unread.map(({ pointer, message }) => mistakeAt(document, pointer, message));
  throw new DocumentError(source, mistakes);
}

/** The mistake of a file that begins with a byte order mark. */
const BYTE_ORDER_MARK =
  'the file begins with a byte order mark, which the Pact verifier refuses: save it as UTF-8 without one';

/** The members because of which the verifier would compare less than the pact says, or could not read the pact. */
function unreadIn({ json, specification }: PactFile): UnreadMember[] {
  const { interactions = [] } = json;
  if (!/^[1-4]\b/.test(specification)) {
    const found = JSON.stringify(specification);
    const message = `the Pact specification has the versions 1 to 4, found ${found}: nobody can read that one`;
    return [{ pointer: '/metadata', message }];
  }

  const inInteractions = interactions.flatMap((one, at) =>
    isHttp(one) ? unreadMembers(one, `/interactions/${at}`) : [],
  );
  return [...misspelledIn(json, 'pact', ''), ...inInteractions];
}

/** The pact in JSON whose shape was checked. */
function pactFrom(source: string, json: PactJson, text: string): PactFile {
  const { consumer, provider, interactions = [], messages = [], metadata } = json;
  const specification = specificationOf(metadata);
  const isV4 = specification.startsWith('4');
  const otherInteractions = [...messages, ...interactions.filter((interaction) => !isHttp(interaction))];

  return {
    source,
    consumer: consumer.name,
    provider: provider.name,
    specification,
    interactions: interactions.flatMap((one, index) => (isHttp(one) ? [readInteraction(one, index, isV4)] : [])),
    messages: otherInteractions.map(({ description = 'without a description' }) => description),
    json,
    text,
  };
}

/** The version stands under one of three names. Files of version 1 and 2 may have none. */
function specificationOf(metadata: unknown): string {
  const { pactSpecification, pactSpecificationVersion, 'pact-specification': oldName } = membersOf(metadata);
  // The current name wins over older ones.
  const version = membersOf(pactSpecification)['version'] ?? membersOf(oldName)['version'] ?? pactSpecificationVersion;
  // Some writers have a number, or "V4".
  return typeof version === 'string' || typeof version === 'number' ? `${version}`.replace(/^v/i, '') : '2.0.0';
}

/** The JSON of a pact. @throws DocumentError if it is not valid JSON, nested too deep, or has a member twice */
function parsePactText(source: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DocumentError(source, [jsonMistake(text)]);
  }

  refuseTooDeep(source, value);
  // `JSON.parse` keeps only the last of two members with one name.
  const [repeated] = repeatedMembers(text).values();
  if (repeated === undefined) return value;

  const message = 'the member is there twice, and only the last one would be verified';
  throw new DocumentError(source, [{ ...placeAt(text, repeated), message }]);
}

/** The mistake of a text that is not JSON, with its place. */
function jsonMistake(text: string): Mistake {
  const offset = offsetOfMistake(text);
  const unexpected = text.slice(offset, offset + 20);
  const found = unexpected === '' ? 'it ends too early' : `${JSON.stringify(unexpected)} is not expected here`;

  return { ...placeAt(text, offset), message: `not valid JSON: ${found}` };
}
