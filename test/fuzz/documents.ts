/**
 * The two OpenAPI documents, read and applied without the emulator's own code: paths, variants and responses. Bodies are
 * validated by `@exodus/schemasafe`, which the emulator uses nowhere.
 */

import { readFileSync } from 'node:fs';
import { validator, type Validate } from '@exodus/schemasafe';
import { parse } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

interface Media {
  readonly schema: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ParameterSource {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}

interface OperationSource {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Json>>;
}

interface DocumentSource {
  readonly 'x-slashes'?: string;
  readonly 'x-path-case'?: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Json;
}

/** An operation of a document. */
export interface DocumentedOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With the prefix of the server: `/_emulator/sandboxes`. */
  readonly path: string;
  readonly parameters: readonly ParameterSource[];
  readonly body?: { readonly mediaType: string; readonly media: Media };
  readonly responses: OperationSource['responses'];
}

export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Documents of variants that are kept: more than there are sandboxes at once. Each takes some megabytes with its validators. */
const MOST_VARIED = 30;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export class Document {
  readonly source: DocumentSource;
  readonly operations: readonly DocumentedOperation[];
  /** By the JSON of the schema: schemas that the run varies are new objects. */
  readonly #validators = new Map<string, Validate>();

  /** @param prefix of all paths */
  constructor(source: unknown, prefix: string) {
    this.source = source as DocumentSource;
    this.operations = Object.entries(this.source.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => {
        const operation = item[method] as OperationSource;
        const [media] = Object.entries(operation.requestBody?.content ?? {});
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path: prefix + path,
          parameters: (operation.parameters ?? []).map((parameter) => this.resolved<ParameterSource>(parameter)),
          ...(media !== undefined && { body: { mediaType: media[0], media: media[1] } }),
          responses: operation.responses,
        };
      }),
    );
  }

  /** What a reference refers to; the value itself if it is none. The caller knows what stands there. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the documents are not typed
  resolved<Value>(value: unknown): Value {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value as Value;
    const steps = reference.slice(2).split('/');
    return this.resolved(steps.reduce<unknown>((part, step) => (part as Json)[step], this.source));
  }

  /** The operations at a path of a request line, by method; undefined if there are none. */
  at(rawPath: string): ReadonlyMap<string, DocumentedOperation> | undefined {
    const { 'x-slashes': slashes, 'x-path-case': pathCase } = this.source;
    const given = slashes === 'tolerated' ? rawPath.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') : rawPath;
    const found = this.operations
      .filter(({ path }) => matches(path, given, pathCase === 'ignored'))
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
    const path = found[0]?.path;
    if (path === undefined) return undefined;
    return new Map(
      found.filter((operation) => operation.path === path).map((operation) => [operation.method, operation]),
    );
  }

  /** The violations of an operation's contract in a response. */
  violations(operation: DocumentedOperation, { status, headers, text }: ReceivedResponse, isHead = false): string[] {
    const listed = operation.responses[status];
    if (listed === undefined) return [`status ${status} of ${operation.id} is not documented`];
    const response = this.resolved<{ headers?: Json; content?: Readonly<Record<string, Media>> | null }>(listed);
    const ofHeaders = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
      const { required = false, schema } = this.resolved<{ required?: boolean; schema: Json }>(header);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`header ${name} is missing`] : [];
      return this.mismatches(schema, value).map((mismatch) => `header ${name}: ${mismatch}`);
    });
    if (isHead) return [...ofHeaders, ...(text === '' ? [] : ['a response to HEAD has a body'])];
    return [
      ...ofHeaders,
      ...this.#bodyViolations(Object.entries(response.content ?? {}), headers['content-type'], text),
    ];
  }

  #bodyViolations(
    media: readonly (readonly [string, Media])[],
    contentType: string | undefined,
    text: string,
  ): string[] {
    if (media.length === 0) return text === '' ? [] : ['there is a body'];
    const type = contentType?.split(';')[0]?.trim().toLowerCase();
    const documented = media.find(([name]) => name === type)?.[1];
    if (documented === undefined) return [`media type ${type ?? 'none'} is not documented`];
    if (type?.endsWith('json') !== true) return this.mismatches(documented.schema, text);
    try {
      return this.mismatches(documented.schema, JSON.parse(text));
    } catch {
      return ['the body is not JSON'];
    }
  }

  /** Where a value does not match a schema of the document. */
  mismatches(schema: Json, value: unknown): string[] {
    const key = JSON.stringify(schema);
    let validate = this.#validators.get(key);
    if (validate === undefined) {
      const root = {
        ...schema,
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        components: this.source.components,
      };
      validate = validator(root, {
        includeErrors: true,
        allowUnusedKeywords: true,
        formats: { password: () => true },
      });
      this.#validators.set(key, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `body ${error.instanceLocation} breaks ${error.keywordLocation}`);
  }
}

/** Whether a path fits a template: as many segments, equal ones or non-empty ones for parameters. */
function matches(template: string, rawPath: string, ignoresCase: boolean): boolean {
  const [wanted, given] = [template.split('/'), rawPath.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) =>
      segment.startsWith('{') ? given[at] !== '' : segment === (ignoresCase ? given[at]!.toLowerCase() : given[at]),
    )
  );
}

function read(path: string): unknown {
  return parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}

/** JSON merge patch (RFC 7396). */
function patched(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = new Map(Object.entries(typeof target === 'object' && target !== null ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, patched(result.get(name), value));
  }
  return Object.fromEntries(result);
}

/** The documents of both planes, the service's in all its revisions and variants. */
export class Documents {
  readonly control = new Document(read('spec/control.yaml'), '/_emulator');
  readonly service = new Document(read('spec/openapi.yaml'), '');
  readonly variants = read('spec/variants.yaml') as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly #varied = new Map<string, Document>();

  /**
   * The service's document.
   * @param variants as in the `Emulator-Variant` header: `error-body=problem, max-limit=20`
   */
  serviceIn(revision: string, variants = ''): Document {
    if (revision === 'specification' && variants === '') return this.service;
    const key = `${revision}|${variants}`;
    const known = this.#varied.get(key);
    if (known !== undefined) return known;
    const base = revision === 'specification' ? this.service.source : read(`dist/revisions/${revision}.json`);
    const chosen = new Map(variants.split(', ').map((choice) => choice.split('=') as [string, string]));
    const source = Object.entries(this.variants).reduce(
      (result, [point, patches]) => patched(result, patches[chosen.get(point) ?? ''] ?? {}),
      base,
    );
    // Each holds compiled validators, and there are thousands of combinations.
    if (this.#varied.size > MOST_VARIED) this.#varied.clear();
    const document = new Document(source, '');
    this.#varied.set(key, document);
    return document;
  }
}
