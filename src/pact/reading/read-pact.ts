/** Parses pacts of versions 1 to 4 of the Pact specification. */

import { membersOf, repeatedMembers } from '../../common/json.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { once } from '../../contract/schema/lazy.js';
import { compileSchema, mistakeAt, shapeMistakes } from '../../contract/documents/check-document.js';
import { preparedValidators } from '../../contract/documents/prepared.js';
import { DocumentError, type Mistake, parseSource, refuseTooDeep } from '../../contract/documents/read-document.js';
import type { PactFile } from '../pact-file.js';
import type { InteractionJson, MessageJson, PactJson } from '../pact-json.js';
import { isHttp, readInteraction } from './read-interaction.js';
import { offsetOfMistake } from './scan-json.js';

const pactValidator = once(() => {
  const compile = preparedValidators('pact') ?? compileSchema;
  return compile(shippedSchema('pact'));
});

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
  if (!/^[1-4]\b/.test(pact.specification)) {
    const message = `the Pact specification has the versions 1 to 4, found ${JSON.stringify(pact.specification)}: nobody knows how to read that one`;
    throw new DocumentError(source, [mistakeAt(parseSource(source, text), '/metadata', message)]);
  }

  const wrongBody = pact.specification.startsWith('4') ? bodyWithoutContent(pact.json) : undefined;
  if (wrongBody === undefined) return pact;

  const message = 'expected a body of version 4, with "content": without it, the verifier compares nothing';
  throw new DocumentError(source, [mistakeAt(parseSource(source, text), wrongBody, message)]);
}

const BYTE_ORDER_MARK =
  'the file begins with a byte order mark, which the Pact verifier refuses: save it as UTF-8 without one';

/** The JSON pointer to a body with members, but without `content`; undefined if there is none. */
function bodyWithoutContent({ interactions = [] }: PactJson): string | undefined {
  const lacksContent = ({ body }: MessageJson = {}): boolean =>
    typeof body === 'object' && body !== null && Object.keys(body).length > 0 && !('content' in body);
  const [pointer] = interactions.flatMap((interaction: Partial<InteractionJson>, at) => {
    const names = isHttp(interaction) ? (['request', 'response'] as const) : [];
    return names.filter((name) => lacksContent(interaction[name])).map((name) => `/interactions/${at}/${name}/body`);
  });
  return pointer;
}

/** The pact in JSON whose shape was checked. */
function pactFrom(source: string, json: PactJson, text: string): PactFile {
  const { consumer, provider, interactions = [], messages = [], metadata = {} } = json;
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
function specificationOf(metadata: NonNullable<PactJson['metadata']>): string {
  const { pactSpecification, pactSpecificationVersion, 'pact-specification': oldName } = metadata;
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
  const [repeated] = repeatedMembers(text).values();
  if (repeated === undefined) return value;

  const message = 'the member is there twice, and only the last one would be verified';
  throw new DocumentError(source, [{ ...placeAt(text, repeated), message }]);
}

function jsonMistake(text: string): Mistake {
  const offset = offsetOfMistake(text);
  const unexpected = text.slice(offset, offset + 20);
  const found = unexpected === '' ? 'it ends too early' : `${JSON.stringify(unexpected)} is not expected here`;

  return { ...placeAt(text, offset), message: `not valid JSON: ${found}` };
}

function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
