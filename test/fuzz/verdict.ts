/** What is wrong with the outcome of a request, by the documents and by what the journals say. */

import { allAtOnce } from '../../src/common/steps.js';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import type { Exchange } from '../../src/emulator/journal/exchange.js';
import { shippedScenarios } from '../../src/start/shipped.js';
import type { Document, Documents, ReceivedResponse } from './documents.js';
import { MARKERS, type Material } from './material.js';
import type { FuzzRequest, Outcome } from './transport.js';

/** The statuses for what breaks HTTP, which no operation documents. */
const OF_PARSER = [400, 405, 408, 413, 414, 417, 431];

/** An exchange, and the sandbox that served it. */
interface ServedExchange {
  readonly sandbox: string;
  readonly exchange: Exchange;
}

export class Verdicts {
  readonly #documents: Documents;
  readonly #material: Material;

  constructor(documents: Documents, material: Material) {
    this.#documents = documents;
    this.#material = material;
  }

  /** A sentence for each mistake. `number` is the one in the request's `X-Request` header. */
  mistakes(request: FuzzRequest, outcome: Outcome, number: number): string[] {
    switch (outcome.kind) {
      case 'stalled':
        return ['no response came'];
      case 'given up':
        return [];
      case 'withheld':
        return request.plane === 'control' ? ['a scenario applied to the control plane'] : [];
      case 'broken':
        return this.#isBreakExplained(request, number) ? [] : [`the connection broke: ${outcome.reason}`];
      case 'response':
        return this.#ofResponse(request, outcome.response, number);
    }
  }

  /** The exchange, and the sandbox that served it; undefined if no journal has it as one of its last two. */
  exchange(number: number): ServedExchange | undefined {
    return this.#exchanges(number)[0];
  }

  /** The same of both requests that were sent at once, the last one first. */
  #exchanges(number: number): ServedExchange[] {
    return this.#material.emulator.sandboxes().flatMap((sandbox) =>
      lastExchanges(sandbox)
        .filter(({ request }) =>
          request.headers.some(([name, value]) => name === 'X-Request' && value === String(number)),
        )
        .map((exchange) => ({ sandbox: sandbox.id, exchange })),
    );
  }

  #isBreakExplained({ bytes, plane }: FuzzRequest, number: number): boolean {
    if (plane === 'service' && this.#wasEnded(number)) return true;
    // Node closes these connections without a response.
    return bytes !== undefined && (/^(CONNECT |PRI )/.test(bytes.toString('latin1')) || !bytes.includes('\r\n'));
  }

  /** Whether a scenario ended the connection before the whole response was sent. */
  #wasEnded(number: number): boolean {
    return this.#exchanges(number).some(({ exchange }) => exchange.response.ending !== undefined);
  }

  #ofResponse(request: FuzzRequest, response: ReceivedResponse, number: number): string[] {
    const sent = lineOf(request);
    if (sent === undefined) return this.#ofRefusedBytes('', response);
    const [method, target] = sent;
    const path = target.split('?')[0]!;
    if (isOfParser(response) || method === 'CONNECT') return this.#ofRefusedBytes(path, response);
    const isControl = /^\/_emulator([/#]|$)/.test(path);
    return isControl
      ? this.#ofControl(method, path, response)
      : this.#ofService({ ...request, method }, path, response, number);
  }

  #ofRefusedBytes(path: string, response: ReceivedResponse): string[] {
    if (!OF_PARSER.includes(response.status)) return [`bytes that are no request got status ${response.status}`];
    // Responses to HEAD have no body.
    if (response.text === '') return [];
    return ofError(this.#documents.service, response, path === '/oauth/token' ? 'OAuthError' : 'Error');
  }

  #ofControl(method: string, path: string, response: ReceivedResponse): string[] {
    const { control } = this.#documents;
    const { status, headers } = response;
    if (status >= 500) return [`status ${status}: ${response.text.slice(0, 300)}`];
    // The address of the inspector without its slash. A fragment is no part of a path.
    if (path.split('#')[0] === '/_emulator' && status === 308) return [];
    const operation = control.at(path)?.get(method === 'HEAD' ? 'GET' : method);
    // The guard comes first, so that strangers do not learn which paths exist.
    if (operation !== undefined) return control.violations(operation, response, method === 'HEAD');
    const expected =
      isBrokenEncoding(path) || status === 403 ? [400, 403, 404, 405] : [control.at(path) === undefined ? 404 : 405];
    return [
      ...(expected.includes(status) ? [] : [`status ${status} instead of ${expected.join(' or ')}`]),
      ...(status === 405 && headers['allow'] === undefined ? ['header Allow is missing'] : []),
      ...(method === 'HEAD' || headers['content-type']?.startsWith('application/problem+json') === true
        ? []
        : ['no problem details']),
    ];
  }

  #ofService(request: FuzzRequest, path: string, response: ReceivedResponse, number: number): string[] {
    const { status, headers, text } = response;
    const applied = (headers['emulator-scenario-applied'] ?? '').split(', ').filter((name) => name !== '');
    const isChosen = applied.length > 0 || headers['preference-applied'] !== undefined;
    if (status >= 500 && !isChosen) return [`status ${status} without a scenario: ${text.slice(0, 300)}`];
    if (applied.some((name) => shippedScenarios().get(name)!.breaksContract)) return [];
    if (applied.length > 0 && this.#wasEnded(number)) return [];
    return [...this.#contractViolations(request, path, response, number), ...this.#leaks(request, path, response)];
  }

  #contractViolations(request: FuzzRequest, path: string, response: ReceivedResponse, number: number): string[] {
    const { method } = request;
    if (path.startsWith('/verify/')) return this.#ofPage(response);
    if (
      isOwnRefusal(response) &&
      this.#documents.control.mismatches({ $ref: '#/components/schemas/Problem' }, JSON.parse(response.text || 'null'))
        .length === 0
    )
      return [];
    if (isOwnRefusal(response) && method === 'HEAD') return [];
    const known = this.#byRevision(request, path, response, this.#revisionOf(request.sandbox));
    if (known.length === 0 || request.sandbox !== undefined) return known;
    const served = this.#revisionOf(this.exchange(number)?.sandbox);
    return served === 'specification' ? known : this.#byRevision(request, path, response, served);
  }

  #revisionOf(id: string | undefined): string {
    const sandbox = this.#material.emulator.sandboxes().find((open) => open.id === id);
    return sandbox?.show().revision ?? 'specification';
  }

  #byRevision({ method }: FuzzRequest, path: string, response: ReceivedResponse, revision: string): string[] {
    const { status, headers } = response;
    const variants = headers['emulator-variant'] ?? '';
    const document = this.#documents.serviceIn(revision, variants);
    const operations = isBrokenPath(path) ? undefined : document.at(path);
    const operation = operations?.get(method === 'HEAD' ? 'GET' : method);
    if (operation !== undefined) return document.violations(operation, response, method === 'HEAD');
    const wrongMethod = variants.includes('wrong-method=404') ? 404 : 405;
    const expected = [
      operations === undefined ? 404 : wrongMethod,
      ...(isBrokenEncoding(path) ? [400] : []),
      ...(variants.includes('order-of-checks=token-first') ? [401, 403] : []),
    ];
    if (!expected.includes(status)) return [`status ${status} instead of ${expected.join(' or ')}`];
    if (status === 405 && headers['allow'] === undefined) return ['header Allow is missing'];
    if (method === 'HEAD') return [];
    const [known] = operations?.values() ?? [];
    if (known === undefined) return ofError(document, response);
    // It has the form of the other errors at its path.
    return document.violations({ ...known, responses: { [status]: known.responses['400']! } }, response);
  }

  #ofPage({ status, headers }: ReceivedResponse): string[] {
    const isKnown = [200, 400, 404, 405].includes(status);
    return isKnown && headers['content-type'] !== undefined
      ? []
      : [`status ${status} of a page, ${headers['content-type'] ?? 'no'} content`];
  }

  /** A lasting sandbox shows nothing of the other one. A link names its sandbox itself. */
  #leaks({ sandbox, target }: FuzzRequest, path: string, { text }: ReceivedResponse): string[] {
    if (path.includes('/verif')) return [];
    return Object.entries(MARKERS).flatMap(([name, marker]) => {
      const isOther =
        sandbox !== undefined && [...this.#material.lasting].some(([own, id]) => id === sandbox && own !== name);
      return isOther && text.includes(marker) && !target.includes(marker)
        ? [`sandbox ${sandbox} shows ${marker} of another one`]
        : [];
    });
  }
}

/** The last two exchanges of a sandbox, the last one first. */
function lastExchanges(sandbox: SandboxControl): Exchange[] {
  const last = exchangesOf(sandbox);
  return [last, last - 1].flatMap((id) => exchangeIn(sandbox, id) ?? []);
}

function exchangesOf(sandbox: SandboxControl): number {
  try {
    return sandbox.show().exchanges;
  } catch {
    // Its time without use has ended since it was listed.
    return 0;
  }
}

function exchangeIn({ journal }: SandboxControl, id: number): Exchange | undefined {
  try {
    return allAtOnce(journal.exchange(id));
  } catch {
    // It has been cleared, or there is none yet.
    return undefined;
  }
}

/** Method, and path and query, that the server reads; undefined if the bytes begin with no request line. */
function lineOf({ method, target, bytes }: FuzzRequest): readonly [string, string] | undefined {
  if (bytes === undefined) return [method, target];
  const line = /^(?:\r?\n)*([A-Z]+) ([^ \r\n]+)(?: HTTP\/\d\.\d)?\r?\n/.exec(bytes.toString('latin1'));
  // A target may be a whole URL (RFC 9112 section 3.2.2).
  return line === null ? undefined : [line[1]!, line[2]!.replace(/^https?:\/\/[^/?#]+/i, '')];
}

/** Whether HTTP refused the message, or gave up its body. */
function isOfParser({ status, headers }: ReceivedResponse): boolean {
  const { connection, 'emulator-exchange': exchange = '', 'emulator-diagnostic': diagnostic = '' } = headers;
  return (
    OF_PARSER.includes(status) &&
    connection === 'close' &&
    headers['content-type']?.startsWith('application/json') === true &&
    // The number of a message that was refused has a second part.
    (!/^\d+$/.test(exchange) || diagnostic.startsWith('"the body broke off'))
  );
}

/** The emulator's own refusal of a selection of scenarios or a preference. */
function isOwnRefusal({ status, headers }: ReceivedResponse): boolean {
  return status === 400 && headers['content-type'] === 'application/problem+json';
}

function ofError(document: Document, response: ReceivedResponse, schema = 'Error'): string[] {
  const type = response.headers['content-type'];
  const { schemas } = document.source.components as { schemas: Readonly<Record<string, unknown>> };
  if (schemas['Error'] === undefined || type === undefined) return response.text === '' ? [] : ['there is a body'];
  try {
    const value: unknown = type.includes('json') ? JSON.parse(response.text) : response.text;
    return document.mismatches({ $ref: `#/components/schemas/${schema}` }, value);
  } catch {
    return ['the body is not JSON'];
  }
}

function isBrokenEncoding(path: string): boolean {
  try {
    return decodeURIComponent(path).includes('\u0000');
  } catch {
    return true;
  }
}

/** Clients resolve dot segments, so that no path with one matches. */
function isBrokenPath(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
