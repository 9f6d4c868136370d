/** The second opinion: what Prism, an independent reader of OpenAPI, says of a case of the corpus. */

import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import type { Contract } from '../../src/contract/contract.js';
import type { OpenApiDocument } from '../../src/contract/document.js';
import type { Operation, OperationId } from '../../src/contract/operation.js';
import type { Case, RequestCase, ResponseCase } from './read-corpus.js';

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];
type PrismRequest = Parameters<typeof validateInput>[0]['element'];

/** One operation, as Prism and as we read it. */
interface ReadTwice {
  readonly theirs: PrismOperation;
  readonly ours: Operation;
}

export interface Prism {
  /** What Prism objects to; nothing where it finds the case valid. */
  objections(example: Case): readonly string[];
}

/** Has Prism read the document that the contract was compiled from. */
export async function prismFor(contract: Contract): Promise<Prism> {
  const operations = await readOperations(contract.document);
  return {
    objections(example) {
      const theirs = operations.get(example.operation);
      const ours = contract.operations.get(example.operation);
      if (theirs === undefined || ours === undefined) throw new Error(`no operation ${example.operation}`);
      return example.kind === 'request'
        ? inputObjections({ theirs, ours }, example)
        : outputObjections(theirs, example);
    },
  };
}

/** Prism resolves references in place, hence the copy. */
async function readOperations(document: OpenApiDocument): Promise<ReadonlyMap<OperationId, PrismOperation>> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  return new Map(operations.map((operation) => [operation.iid as OperationId, operation]));
}

function inputObjections({ theirs, ours }: ReadTwice, example: RequestCase): readonly string[] {
  const element: PrismRequest = {
    method: theirs.method as PrismRequest['method'],
    url: { path: expandPath(theirs.path, example.path), query: queryOf(example.query) },
    headers: ours.body === undefined ? {} : { 'content-type': ours.body.mediaType },
    body: example.form ?? example.body,
  };
  return messagesOf(validateInput({ resource: theirs, element }));
}

/** A status outside the document is a mere warning to Prism unless it means success; here it is an objection like others. */
function outputObjections(theirs: PrismOperation, { status, headers, body }: ResponseCase): readonly string[] {
  return messagesOf(
    validateOutput({ resource: theirs, element: { statusCode: status, headers: { ...headers }, body } }),
  );
}

function messagesOf(result: ReturnType<typeof validateInput> | ReturnType<typeof validateOutput>): readonly string[] {
  return result._tag === 'Left' ? result.left.map(({ message }) => message) : [];
}

function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** As Prism's own server does it: one value is text, several are a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
