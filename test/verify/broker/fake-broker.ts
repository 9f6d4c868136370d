/**
 * A Pact broker, as far as its documentation shows it: index, pacts for verification, pacts, results, branches.
 * It refuses requests that a real one refuses.
 *
 * @see https://docs.pact.io/pact_broker/advanced_topics/provider_verification_results
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listening, type Listening } from '../../listening.js';

export interface FakeBrokerOptions {
  /** By the name of the consumer. Default: one. */
  readonly pacts?: Readonly<Record<string, BrokersPact>>;
  /** The `Authorization` that it wants. Default: none. */
  readonly authorization?: string;
  /** Where it is mounted. Default: at the top. */
  readonly path?: string;
  /** The address in its links. Default: its real address. */
  readonly believedAddress?: string;
  /** Its response to a result. Default: 201. */
  readonly onResult?: (consumer: string) => { readonly status: number; readonly body: object };
  /** Links of the index that it lacks, as an old broker does. */
  readonly lacking?: readonly string[];
}

export interface BrokersPact {
  readonly pact: object;
  /** Default: false. */
  readonly pending?: boolean;
  /** Work in progress: listed only if the request asks for it. Default: false. */
  readonly wip?: boolean;
  /** Whether pacts have a link for results. Default: true. */
  readonly takesResults?: boolean;
}

/** A request that it has taken. */
export interface TakenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface FakeBroker extends Listening {
  readonly requests: readonly TakenRequest[];
  /** The bodies of the requests to a path. */
  readonly bodiesTo: (path: RegExp) => unknown[];
}

export const PROVIDER = 'identity service';

export async function fakeBroker(options: FakeBrokerOptions = {}): Promise<FakeBroker> {
  const requests: TakenRequest[] = [];
  const server = createServer((req, res) => {
    void take(req).then((taken) => {
      requests.push(taken);
      respond(taken, res, { ...options, base: options.believedAddress ?? url });
    });
  });
  const running = await listening(server);
  const url = running.url + (options.path ?? '');
  return {
    ...running,
    url,
    requests,
    bodiesTo: (path) => requests.filter((taken) => path.test(taken.path)).map(({ body }) => body),
  };
}

async function take(req: IncomingMessage): Promise<TakenRequest> {
  const isJson = req.headers['content-type'] === 'application/json';
  return {
    method: req.method!,
    path: req.url!,
    authorization: req.headers.authorization,
    body: isJson ? await json(req) : undefined,
  };
}

type ResponseOptions = FakeBrokerOptions & { readonly base: string };

function respond(
  { method, path, authorization, body }: TakenRequest,
  res: ServerResponse,
  options: ResponseOptions,
): void {
  const { pacts = { 'bank app': { pact: pactOf('bank app') } }, path: mount = '', base } = options;
  const send = (status: number, content: object): void => {
    res.writeHead(status, { 'Content-Type': 'application/hal+json;charset=utf-8' }).end(JSON.stringify(content));
  };
  if (options.authorization !== authorization) {
    send(401, { error: 'Authentication is required, and has failed.' });
    return;
  }
  const [, consumer = '', isResult] =
    /\/consumer\/([^/]+)\/pact-version\/[0-9a-f]+(?:\/metadata\/\w+)?(\/verification-results)?$/.exec(
      decodeURIComponent(path.split('?')[0]!),
    ) ?? [];
  const pact = pacts[consumer];
  switch (`${method} ${path.slice(mount.length)}`) {
    case 'GET ':
    case 'GET /':
      send(200, index(options));
      return;
    case `POST /pacts/provider/${encodeURIComponent(PROVIDER)}/for-verification`:
      listPacts(body, send, { base, pacts });
      return;
    case `PUT /pacticipants/${encodeURIComponent(PROVIDER)}/versions/1.2.3%2Bab/tags/main`:
    case `PUT /pacticipants/${encodeURIComponent(PROVIDER)}/versions/1.2.3%2Bab/tags/a%2Fb`:
    case `PUT /pacticipants/${encodeURIComponent(PROVIDER)}/branches/feat%2Flinks/versions/1.2.3%2Bab`:
      send(201, { _links: {} });
      return;
  }
  if (pact !== undefined && method === 'GET') send(200, brokersCopy(consumer, pact, base));
  else if (pact !== undefined && method === 'POST' && isResult) takeResult(body, send, options.onResult?.(consumer));
  else send(404, { error: 'The requested document was not found on this server.' });
}

function index({ base, lacking = [] }: ResponseOptions): object {
  const links = {
    self: { href: base, title: 'Index', templated: false },
    'pb:provider-pacts-for-verification': {
      href: `${base}/pacts/provider/{provider}/for-verification`,
      title: 'Pact versions to be verified for the specified provider',
      templated: true,
    },
    'pb:pacticipant-branch-version': {
      href: `${base}/pacticipants/{pacticipant}/branches/{branch}/versions/{version}`,
      title: 'Get or add/create a pacticipant version for a branch',
      templated: true,
    },
    'pb:pacticipant-version-tag': {
      href: `${base}/pacticipants/{pacticipant}/versions/{version}/tags/{tag}`,
      title: 'Get, create or delete a tag for a pacticipant version',
      templated: true,
    },
    curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=index`, templated: true }],
  };
  return { _links: Object.fromEntries(Object.entries(links).filter(([name]) => !lacking.includes(name))) };
}

type Send = (status: number, content: object) => void;

interface VerificationQuery {
  readonly consumerVersionSelectors: readonly Readonly<Record<string, unknown>>[];
  readonly includePendingStatus: boolean;
  readonly includeWipPactsSince?: string;
  readonly providerVersionBranch?: string;
}

const CHOOSING = [
  'mainBranch',
  'tag',
  'branch',
  'environment',
  'matchingBranch',
  'deployed',
  'released',
  'deployedOrReleased',
  'latest',
];

function listPacts(
  query: unknown,
  send: Send,
  { base, pacts }: { base: string; pacts: Readonly<Record<string, BrokersPact>> },
): void {
  const {
    consumerVersionSelectors: selectors,
    includePendingStatus,
    includeWipPactsSince,
  } = query as VerificationQuery;
  const bad = selectors.findIndex((selector) => !CHOOSING.some((member) => member in selector));
  if (bad >= 0) {
    send(400, {
      errors: {
        consumerVersionSelectors: [`must specify a value for environment or tag or branch or latest (at index ${bad})`],
      },
    });
    return;
  }
  const chosen = Object.entries(pacts).filter(([consumer, { wip = false }]) =>
    wip ? includeWipPactsSince !== undefined : selectors.some(({ consumer: only = consumer }) => only === consumer),
  );
  send(200, {
    _embedded: {
      pacts: chosen.map(([consumer, { wip = false, pending = wip }]) => ({
        shortDescription: 'latest from main branch',
        verificationProperties: {
          ...(includePendingStatus && { pending }),
          ...(wip && { wip }),
          notices: [
            {
              when: 'before_verification',
              text: `The pact of ${consumer} is being verified because it is the latest of the main branch`,
            },
            { when: 'after_verification:success_true_published_false', text: 'This pact is still in pending state' },
          ],
        },
        _links: {
          self: {
            href: `${base}${pactPath(consumer)}/metadata/c1tdW2xdPXRydWU`,
            name: `Pact between ${consumer} (1.0.0) and ${PROVIDER}`,
          },
        },
      })),
    },
    _links: {
      self: {
        href: `${base}/pacts/provider/${encodeURIComponent(PROVIDER)}/for-verification`,
        title: 'Pacts to be verified',
      },
    },
  });
}

/** The path of a consumer's pact, as in the URL that a webhook passes on. */
export function pactPath(consumer: string): string {
  return `/pacts/provider/${encodeURIComponent(PROVIDER)}/consumer/${encodeURIComponent(consumer)}/pact-version/0e3369199f40`;
}

function brokersCopy(consumer: string, { pact, takesResults = true }: BrokersPact, base: string): object {
  const href = `${base}${pactPath(consumer)}/metadata/c1tdW2xdPXRydWU`;
  return {
    ...pact,
    createdAt: '2026-01-31T09:00:00+00:00',
    _links: {
      self: { title: 'Pact', name: `Pact between ${consumer} (1.0.0) and ${PROVIDER}`, href },
      ...(takesResults && {
        'pb:publish-verification-results': {
          title: 'Publish verification results',
          href: `${href}/verification-results`,
        },
      }),
    },
  };
}

function takeResult(
  result: unknown,
  send: Send,
  { status, body }: { status: number; body: object } = { status: 201, body: { _links: {} } },
): void {
  const { success, providerApplicationVersion: version } = result as {
    success?: unknown;
    providerApplicationVersion?: unknown;
  };
  if (typeof success !== 'boolean') send(400, { errors: { success: ['is missing'] } });
  else if (typeof version !== 'string' || version.trim() === '')
    send(400, { errors: { providerApplicationVersion: ["can't be blank"] } });
  else send(status, body);
}

/** A pact as a broker hands it out, with the IDs that it gives to interactions. */
export function pactOf(consumer: string, interactions: readonly object[] = [userList]): object {
  return {
    consumer: { name: consumer },
    provider: { name: PROVIDER },
    interactions: interactions.map((interaction, place) => ({ _id: `id-${place}`, ...interaction })),
    metadata: { pactSpecification: { version: '3.0.0' } },
  };
}

const userList = {
  description: 'a list of users',
  request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: { Authorization: 'Bearer token' } },
  response: { status: 200 },
};
