/** Loads a fixture: checked against its schema, for what a schema cannot say, and made complete. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compileSchema, shapeMistakes } from '../../documents/check-document.js';
import { DocumentError, readDocument, type SourceDocument } from '../../documents/read-document.js';
import { shippedPath } from '../../documents/shipped-files.js';
import { hashText, hashUuid } from '../../domain/time/random.js';
import type { Fixture, FixtureFile, PartyEntry } from '../../domain/world/fixture.js';
import type { Party } from '../../domain/world/model.js';
import { completeParty } from './complete-party.js';
import { findMistakes } from './find-mistakes.js';

/**
 * Reads a fixture file.
 * @throws DocumentError with every mistake
 */
export function loadFixture(file: string): Fixture {
  return fixtureIn(readDocument(file), basename(file).replace(/\.ya?ml$/, ''));
}

/**
 * A fixture that is there as values, in the form of a file; they stay as they are.
 * @throws DocumentError with every mistake
 */
export function fixtureFrom(content: object): Fixture {
  return fixtureIn({ file: 'the fixture', data: structuredClone(content), locate: () => ({}) }, 'inline');
}

function fixtureIn(source: SourceDocument, name: string): Fixture {
  const schema = JSON.parse(readFileSync(shippedPath('spec/fixture.schema.json'), 'utf8')) as object;
  const mistakes = [...shapeMistakes(source, compileSchema(schema)), ...findMistakes(source)];
  if (mistakes.length > 0) throw new DocumentError(source.file, mistakes);
  return { name, parties: completeParties((source.data as FixtureFile).parties) };
}

function completeParties(entries: readonly PartyEntry[]): Party[] {
  let lastRequestId = 0;
  return entries.map((entry, index) =>
    completeParty(entry, {
      userId: index + 1,
      nextRequest: () => {
        const id = ++lastRequestId;
        return { id, proposalId: hashUuid(hashText(entry.partyId), id) };
      },
    }),
  );
}
