/**
 * Prism's opinion of an exchange. Prism is an OpenAPI validator of other authors. Where its verdict differs from that
 * of the contract's own validators, one of the two is wrong, and so the exchange gets a remark.
 */

import { importOptionalPeer, type OptionalPeer } from '../../common/platform/optional-peer.js';
import type { Contract } from '../../contract/contract.js';
import { withResponsesOfService } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import { splitUrl } from '../../contract/query-string.js';
import { parseBody, type ProxiedResponse, type ProxiedRequest } from './message.js';
import type { PrismOperation, PrismRequest, PrismVerdict } from './prism-types.js';
import { describeViolation, violationAt, type ProxyViolation } from './proxied-exchange.js';

/** The package with Prism. It is an optional peer, which is loaded only when a proxy with the option `prism` starts. */
const PRISM: OptionalPeer = {
  name: '@stoplight/prism-http',
  oldest: '5.12',
  purpose: 'proxy --prism',
  install: 'npm install --save-dev @stoplight/prism-http@5.12.0',
};

/** The part of Prism that is used here. */
export interface Prism {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<readonly PrismOperation[]>;
  readonly validateSecurity: PrismCheck<PrismRequest>;
  readonly validateInput: PrismCheck<PrismRequest>;
  readonly validateOutput: PrismCheck<Pick<PrismRequest, 'headers' | 'body'> & { readonly statusCode: number }>;
}

/** A validator of Prism. */
type PrismCheck<Element> = (call: { readonly resource: PrismOperation; readonly element: Element }) => PrismVerdict;

/** Loads Prism, which takes two thirds of a second. @throws MissingPeerError if it is not installed */
export async function loadPrism(): Promise<Prism> {
  const files = [PRISM.name, `${PRISM.name}/dist/validator/index.js`];
  const [reader, validator] = await Promise.all(files.map((file) => importOptionalPeer(PRISM, file)));
  return { ...(reader as Prism), ...(validator as Prism) };
}

/** A message of an exchange, and the violations that the contract's own validators have found in it. */
interface Judged<Message> {
  readonly operation: Operation;
  readonly message: Message;
  readonly violations: readonly ProxyViolation[];
}

/** Returns the remarks of Prism; none if Prism agrees. */
export interface PrismOpinion {
  request(judged: Judged<ProxiedRequest>): string[];
  response(judged: Judged<ProxiedResponse>): string[];
}

/** Loads Prism and makes it parse the contract. @throws MissingPeerError if Prism is not installed */
export async function prismOpinion(contract: Contract): Promise<PrismOpinion> {
  const prism = await loadPrism();
  // A copy, because Prism changes the document.
  const document = structuredClone(withResponsesOfService(contract.document));
  const parsed = await prism.getHttpOperationsFromSpec(document);
  const resources = new Map(parsed.map((resource) => [resource.iid, resource]));

  return {
    request: ({ operation, message, violations }) => {
      const resource = resources.get(operation.id)!;
      const element = requestOf(operation, message);
      if (element === undefined) return [];

      // The token endpoint reads the credentials of a client from the body, for which Prism has no scheme.
      const needsToken = operation.access === 'bearer';
      const lacksToken = needsToken && prism.validateSecurity({ resource, element })._tag === 'Left';
      const found = violationsIn('request', () => prism.validateInput({ resource, element }));
      // Prism does not check the rule `x-exactly-one-of`, because OpenAPI cannot express it.
      const ours = violations.filter(({ code }) => code !== 'x-exactly-one-of');

      return remarks('request', ours, lacksToken ? [NO_TOKEN, ...found] : found);
    },
    response: ({ operation, message: { status, headers, content }, violations }) => {
      const resource = resources.get(operation.id)!;
      const parsed = parseBody(content, headers['content-type']);
      if (parsed === undefined) return [];

      const element = { statusCode: status, headers, body: parsed.value };
      const found = violationsIn('response', () => prism.validateOutput({ resource, element }));
      return remarks('response', violations, found);
    },
  };
}

type Side = 'request' | 'response';

const NO_TOKEN = violationAt(['request', 'header', 'authorization'], 'security', 'expected a bearer token');

/** Compares only the verdicts (valid or invalid), because Prism names rules and places in its own way. */
function remarks(side: Side, ours: readonly ProxyViolation[], prisms: readonly ProxyViolation[]): string[] {
  if (ours.length > 0 && prisms.length === 0) return [`Prism finds no violation in this ${side}.`];
  if (ours.length > 0) return [];

  return prisms.map((violation) => `Prism alone finds a violation: ${describeViolation(violation)}`);
}

/** The request as Prism reads it. Undefined if its body should be JSON, but is not. */
function requestOf({ method }: Operation, request: ProxiedRequest): PrismRequest | undefined {
  const [path = '', text = ''] = splitUrl(request.target);
  const parsed = parseBody(request.body, request.headers['content-type']);
  if (parsed === undefined) return undefined;

  // Prism takes a request without a length for one without a body.
  const headers = { ...request.headers, 'content-length': String(request.body.length) };
  return { method, url: { path, query: queryOf(text) }, headers, body: parsed.value };
}

/** The violations that Prism finds. Prism throws an error if a header is malformed, such as an invalid media type. */
function violationsIn(side: Side, verdictOf: () => PrismVerdict): ProxyViolation[] {
  try {
    const verdict = verdictOf();
    if (verdict._tag === 'Right') return [];

    return verdict.left.map(({ path = [], code = 'contract', message }) =>
      violationAt([side, ...path.map(String)], String(code), message),
    );
  } catch (error) {
    return [violationAt([side, 'header'], 'malformed', (error as Error).message)];
  }
}

/** Parses a query as Prism's own server does: one value is a string, several are a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const entries = [...parameters.keys()].map((name): [string, string | string[]] => {
    const values = parameters.getAll(name);
    return [name, values.length === 1 ? values[0]! : values];
  });

  return Object.fromEntries(entries);
}
