/** The operations of the control plane, as its document describes them. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { METHODS, type Method, type OpenApiDocument, type ResponseObject } from '../../../src/contract/document.js';
import { readDocument } from '../../../src/contract/documents/read-document.js';
import { shippedPath } from '../../../src/common/shipped-files.js';

export interface DocumentedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The examples of the required query parameters, with the question mark; empty if there are none. */
  readonly query: string;
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
  /** Every example of a body; one undefined if there is no body. */
  readonly bodies: readonly unknown[];
  readonly takesBody: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example: string;
}

function exampleQuery(parameters: readonly Partial<Parameter>[] = []): string {
  const demanded = parameters.filter(
    (parameter): parameter is Parameter => parameter.in === 'query' && parameter.required === true,
  );
  return demanded.length === 0
    ? ''
    : `?${String(new URLSearchParams(Object.fromEntries(demanded.map(({ name, example }) => [name, example]))))}`;
}

type Media = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

export const document = readDocument(shippedPath('spec/control.yaml')).data as OpenApiDocument;
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method): DocumentedOperation[] => {
    const operation = item[method] as
      | {
          operationId: string;
          responses: DocumentedOperation['responses'];
          requestBody?: { content: Media };
          parameters?: readonly Partial<Parameter>[];
        }
      | undefined;
    if (operation === undefined) return [];
    const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return [
      {
        id: operation.operationId,
        method,
        path,
        query: exampleQuery(operation.parameters),
        responses: operation.responses,
        bodies: bodies.length === 0 ? [undefined] : bodies,
        takesBody: operation.requestBody !== undefined,
      },
    ];
  }),
);
/** Has the document under the name `control`. */
export const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'control');

export function pathOf({ path }: DocumentedOperation, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
}
