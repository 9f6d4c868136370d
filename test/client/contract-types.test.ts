/** The types of responses come from the contract; what methods take is written by hand, and held to it here. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, expectTypeOf, test } from 'vitest';
import { parse } from 'yaml';
import { clientTypes } from '../../build/client-types.js';
import type * as Client from '../../src/client/index.js';
import { PROJECT } from '../project.js';

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { schemas } = (parse(readFileSync(join(PROJECT, 'spec/openapi.yaml'), 'utf8')) as Contract).components;

/** What is written by hand, and its schema. */
const BY_HAND: readonly (readonly [file: string, name: string, schema: string])[] = [
  ['types.ts', 'Pagination', 'Pagination'],
  ['options.ts', 'CreateCredentialsRequestOptions', 'CredentialsRequest'],
  ['options.ts', 'GenerateVerificationLinkOptions', 'GenerateVerificationLinkRequest'],
  ['options.ts', 'GenerateVerificationLinksBatchOptions', 'BatchGenerateVerificationLinkRequest'],
];

test.each(BY_HAND)('%s: %s has the members of the contract', (file, name, schema) => {
  const { properties = {}, required = [] } = schemas[schema]!;
  const expected = Object.keys(properties).map((member) => (required.includes(member) ? member : `${member}?`));
  expect(membersOf(file, name).toSorted()).toEqual(expected.toSorted());
});

function membersOf(file: string, name: string): string[] {
  const source = readFileSync(join(PROJECT, 'src/client', file), 'utf8');
  return parseAst(source, { lang: 'ts' }).body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration } = statement;
    if (declaration?.type !== 'TSInterfaceDeclaration' || declaration.id.name !== name) return [];
    return declaration.body.body.flatMap((member) =>
      member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
        ? [`${member.key.name}${member.optional ? '?' : ''}`]
        : [],
    );
  });
}

test('what the build has written is what the contract says', () => {
  expect(readFileSync(join(PROJECT, 'src/client/contract-types.ts'), 'utf8')).toBe(clientTypes());
});

test('each type and each described member has the description of the contract', () => {
  expect(clientTypes()).toContain(`/** A KYC data request, one row of the users list (section 2.4). */
export interface InstitutionUser {
  id: number;
  /** Identifies the credentials access request. */
  proposalId: string;
  partyId?: string;
`);
});

test('what a revision adds is optional, and its comment says when', () => {
  expect(clientTypes()).toContain(`Services send it since the revision 2026-04. */
  email?: string;`);
  expectTypeOf<Client.Credential['email']>().toEqualTypeOf<string | undefined>();
});

test('values that a later service adds are allowed, and the known ones are suggested', () => {
  expectTypeOf<'GOOGLE'>().toExtend<Client.Provider>();
  expectTypeOf<'MASTODON'>().toExtend<Client.Provider>();
  expectTypeOf<Client.Provider>().toExtend<Client.KycProvider>();
  expectTypeOf<Client.VerificationStatusResponse['kycProvider']>().toEqualTypeOf<Client.KycProvider | null>();
});

test('an item of a batch has either the link or the error', () => {
  type Failed = Extract<Client.BatchResultItem, { error: object }>;
  expectTypeOf<Failed['result']>().toEqualTypeOf<undefined>();
  expectTypeOf<Failed['error']>().toEqualTypeOf<Client.BatchItemError>();
});
