/** Reads a pact of version 1 to 4 of the Pact specification. */

import { compileSchema, shapeMistakes } from '../../documents/check-document.js';
import { DocumentError, type Mistake } from '../../documents/document-error.js';
import { parseSource } from '../../documents/read-document.js';
import type { PactFile } from '../pact-file.js';
import { findJsonMistake } from './find-json-mistake.js';
import { isHttp, readInteraction, type RawInteraction } from './read-interaction.js';
import { PACT_SHAPE } from './pact-shape.js';

/** A pact as JSON, once its shape has been checked. */
interface RawPact {
  readonly consumer: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly interactions?: readonly RawInteraction[];
  readonly messages?: readonly { readonly description?: string }[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Reads pacts; their shape is compiled once. */
export type PactReader = (source: string, text: string) => PactFile;

/** A reader, which throws DocumentError with line and column of every mistake. */
export function pactReader(): PactReader {
  const validate = compileSchema(PACT_SHAPE);
  return (source, text) => {
    const json = parsed(source, text);
    // The reader that knows places is slow, and needed for mistakes only.
    if (!validate(json)) throw new DocumentError(source, shapeMistakes(parseSource(source, text), validate));
    return pactFrom(source, json as RawPact);
  };
}

function pactFrom(source: string, json: RawPact): PactFile {
  const { consumer, provider, interactions = [], messages = [], metadata = {} } = json;
  const placed = interactions.map((interaction, index) => ({ interaction, index }));
  return {
    source,
    consumer: consumer.name,
    provider: provider.name,
    specification: specificationOf(metadata),
    interactions: placed
      .filter(({ interaction }) => isHttp(interaction))
      .map(({ interaction, index }) => readInteraction(interaction, index)),
    messages: [...messages, ...interactions.filter((interaction) => !isHttp(interaction))].map(
      ({ description = 'without a description' }) => description,
    ),
    json: json as unknown as PactFile['json'],
  };
}

function specificationOf(metadata: Readonly<Record<string, unknown>>): string {
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

function parsed(source: string, text: string): unknown {
  const withoutMark = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(withoutMark);
  } catch {
    throw new DocumentError(source, [jsonMistake(withoutMark)]);
  }
}

function jsonMistake(text: string): Mistake {
  const offset = findJsonMistake(text);
  const before = text.slice(0, offset).split('\n');
  const found =
    offset === text.length
      ? 'it ends too early'
      : `${JSON.stringify(text.slice(offset, offset + 20))} is not expected here`;
  return { line: before.length, column: before.at(-1)!.length + 1, message: `not valid JSON: ${found}` };
}
