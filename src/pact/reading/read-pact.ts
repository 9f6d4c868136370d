/** Parses pacts of versions 1 to 4 of the Pact specification. */

import { once } from '../../contract/schema/lazy.js';
import { compileSchema, shapeMistakes } from '../../contract/documents/check-document.js';
import { preparedValidators } from '../../contract/documents/prepared.js';
import { DocumentError, type Mistake, parseSource, refuseTooDeep } from '../../contract/documents/read-document.js';
import type { PactFile } from '../pact-file.js';
import type { PactJson } from '../pact-json.js';
import { findJsonMistake } from './find-json-mistake.js';
import { isHttp, readInteraction } from './read-interaction.js';
import { PACT_SHAPE } from './pact-shape.js';

const pactValidator = once(() => preparedValidators('pact')?.(PACT_SHAPE) ?? compileSchema(PACT_SHAPE));

/**
 * Parses the text of a pact.
 * @param source path or URL, for messages
 * @throws DocumentError with line and column of every mistake
 */
export function readPact(source: string, text: string): PactFile {
  const withoutMark = text.replace(/^\uFEFF/, '');
  const json = parseJson(source, withoutMark);
  const validate = pactValidator();
  // The parser that knows lines is slow, so it runs only if there is a mistake.
  if (!validate(json)) {
    const { listed, more } = shapeMistakes(parseSource(source, text), validate);
    throw new DocumentError(source, listed, more);
  }
  return pactFrom(source, json as PactJson, withoutMark);
}

function pactFrom(source: string, json: PactJson, text: string): PactFile {
  const { consumer, provider, interactions = [], messages = [], metadata = {} } = json;
  const specification = specificationOf(metadata);
  const placed = interactions.map((interaction, index) => ({ interaction, index }));
  return {
    source,
    consumer: consumer.name,
    provider: provider.name,
    specification,
    interactions: placed
      .filter(({ interaction }) => isHttp(interaction))
      .map(({ interaction, index }) => readInteraction(interaction, index, specification.startsWith('4'))),
    messages: [...messages, ...interactions.filter((interaction) => !isHttp(interaction))].map(
      ({ description = 'without a description' }) => description,
    ),
    json,
    text,
  };
}

/** The version has stood under three names. Files of version 1 and 2 may have none. */
function specificationOf(metadata: NonNullable<PactJson['metadata']>): string {
  const {
    pactSpecification,
    pactSpecificationVersion,
    'pact-specification': oldName,
  } = metadata as {
    pactSpecification?: { version?: unknown };
    pactSpecificationVersion?: unknown;
    'pact-specification'?: { version?: unknown };
  };
  const version = pactSpecification?.version ?? oldName?.version ?? pactSpecificationVersion;
  return typeof version === 'string' ? version : '2.0.0';
}

function parseJson(source: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DocumentError(source, [jsonMistake(text)]);
  }
  refuseTooDeep(source, value);
  return value;
}

function jsonMistake(text: string): Mistake {
  const offset = findJsonMistake(text);
  const lines = text.slice(0, offset).split('\n');
  const found =
    offset === text.length
      ? 'it ends too early'
      : `${JSON.stringify(text.slice(offset, offset + 20))} is not expected here`;
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, message: `not valid JSON: ${found}` };
}
