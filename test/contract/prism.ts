/** Validates cases of the corpus with Prism, an independent OpenAPI validator. */

import type { Contract } from '../../src/contract/contract.js';
import { withResponsesOfService, type OpenApiDocument } from '../../src/contract/document.js';
import type { Operation, OperationId } from '../../src/contract/operation.js';
import { loadPrism, type Prism as LoadedPrism } from '../../src/upstream/proxy/prism-opinion.js';
import type { PrismOperation, PrismRequest, PrismVerdict } from '../../src/upstream/proxy/prism-types.js';
import type { Case, RequestCase, ResponseCase } from './read-corpus.js';

/** One operation, as compiled by Prism and by us. */
interface ReadTwice {
  readonly theirs: PrismOperation;
  readonly ours: Operation;
}

export interface Prism {
  /** The violations that Prism reports; empty if the case is valid. */
  objections(example: Case): readonly string[];
}

/** Makes Prism parse the document of the contract. */
export async function prismFor(contract: Contract): Promise<Prism> {
  const prism = await loadPrism();
  const operations = await readOperations(prism, contract.document);
  return {
    objections(example) {
      const theirs = operations.get(example.operation);
      const ours = contract.operations.get(example.operation);
      if (theirs === undefined || ours === undefined) throw new Error(`no operation ${example.operation}`);
      return example.kind === 'request'
        ? inputObjections(prism, { theirs, ours }, example)
        : outputObjections(prism, theirs, example);
    },
  };
}

/** Prism resolves references in place, hence the copy. */
async function readOperations(
  prism: LoadedPrism,
  document: OpenApiDocument,
): Promise<ReadonlyMap<OperationId, PrismOperation>> {
  const operations = await prism.getHttpOperationsFromSpec(structuredClone(withResponsesOfService(document)));
  return new Map(operations.map((operation) => [operation.iid as OperationId, operation]));
}

function inputObjections(prism: LoadedPrism, { theirs, ours }: ReadTwice, example: RequestCase): readonly string[] {
  const element: PrismRequest = {
    method: theirs.method,
    url: { path: expandPath(theirs.path, example.path), query: queryOf(example.query) },
    headers: ours.body === undefined ? {} : { 'content-type': ours.body.mediaType },
    body: example.form ?? example.body,
  };
  return messagesOf(prism.validateInput({ resource: theirs, element }));
}

/** To Prism an unknown error status is only a warning; here it counts as a violation. */
function outputObjections(
  prism: LoadedPrism,
  theirs: PrismOperation,
  { status, headers, body }: ResponseCase,
): readonly string[] {
  return messagesOf(
    prism.validateOutput({ resource: theirs, element: { statusCode: status, headers: { ...headers }, body } }),
  );
}

function messagesOf(result: PrismVerdict): readonly string[] {
  return result._tag === 'Left' ? result.left.map(({ message }) => message) : [];
}

function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Parses a query as Prism's own server does: one value is a string, several are a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
