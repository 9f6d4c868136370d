/** The types of the client library are written by hand; this holds them to the contract. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from '../project.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly (string | null)[];
}

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { schemas } = (parse(readFileSync(join(PROJECT, 'spec/openapi.yaml'), 'utf8')) as Contract).components;
const TYPES = ['types.ts', 'options.ts']
  .map((file) => readFileSync(join(PROJECT, 'src/client', file), 'utf8'))
  .join('\n');

/** The names of the types whose schemas have other names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  UsersListResponse: 'UsersList',
  ResolveCredentialsResponse: 'ResolvedCredentials',
  GenerateVerificationLinkResponse: 'VerificationLink',
  VerificationStatusResponse: 'VerificationStatus',
  CreateCredentialsRequestOptions: 'CredentialsRequest',
  GenerateVerificationLinkOptions: 'GenerateVerificationLinkRequest',
  GenerateVerificationLinksBatchOptions: 'BatchGenerateVerificationLinkRequest',
};

/** Members of a revision of the contract. */
const REVISED = ['HumanScoreItem.email?', 'Credential.email?'];

const declarations = parseAst(TYPES, { lang: 'ts' }).body.flatMap((statement) =>
  statement.type === 'ExportNamedDeclaration' && statement.declaration !== null ? [statement.declaration] : [],
);

const interfaces = declarations.flatMap((declaration) => {
  if (declaration.type !== 'TSInterfaceDeclaration') return [];
  const name = declaration.id.name;
  const inherited = declaration.extends.some(
    ({ expression }) => TYPES.slice(expression.start, expression.end) === 'Page',
  )
    ? ['items', 'pagination'].map((member) => ({ name: member, values: [] as string[] }))
    : [];
  const own = declaration.body.body.flatMap((member) =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
      ? [{ name: `${member.key.name}${member.optional ? '?' : ''}`, values: valuesIn(member.start, member.end) }]
      : [],
  );
  const members = [...inherited, ...own];
  return name in schemas || name in OTHER_NAMES ? [{ name, schema: schemas[OTHER_NAMES[name] ?? name]!, members }] : [];
});

const enumerations = declarations.flatMap((declaration) =>
  declaration.type === 'TSTypeAliasDeclaration' && schemas[declaration.id.name]?.enum !== undefined
    ? [{ name: declaration.id.name, values: valuesIn(declaration.start, declaration.end) }]
    : [],
);

/** The string literals in a part of the source. */
function valuesIn(start: number, end: number): string[] {
  return [...TYPES.slice(start, end).matchAll(/'([^']*)'/g)].map(([, value]) => value!);
}

test('there are types for the resources of the contract', () => {
  expect(interfaces.length).toBeGreaterThan(20);
  expect(enumerations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Provider', 'KycStatus', 'RequestStatus', 'UserStatus', 'Freshness']),
  );
});

test.each(interfaces)('$name has the members of the contract', ({ name, schema, members }) => {
  const { properties = {}, required = [] } = schema;
  const expected = Object.keys(properties).map((member) => (required.includes(member) ? member : `${member}?`));
  const declared = members.map((member) => member.name).filter((member) => !REVISED.includes(`${name}.${member}`));
  expect(declared.toSorted()).toEqual(expected.toSorted());
});

test.each(interfaces)('$name knows the values of the contract', ({ schema, members }) => {
  for (const { name, values } of members) {
    const known = schema.properties?.[name.replace('?', '')]?.enum?.filter((value) => value !== null);
    if (known !== undefined && values.length > 0) expect(values).toEqual(known);
  }
});

test.each(enumerations)('$name knows the values of the contract', ({ name, values }) => {
  const known = schemas[name]!.enum!;
  // A KYC provider is a provider, or one more.
  expect(name === 'KycProvider' ? [...schemas['Provider']!.enum!, ...values] : values).toEqual(known);
});
