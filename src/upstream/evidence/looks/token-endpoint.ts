/** Looks at the token endpoint: which clients it refuses and how, and what a token response says. */

import { membersOf } from '../../../common/json.js';
import { basicCredentials, readAuthorization } from '../../../contract/authorization.js';
import { formDecoded } from '../../../emulator/redaction/secret-places.js';
import { issuedToken } from '../../../traffic/issued-token.js';
import { hashOf, isRedacted } from '../../../traffic/values.js';
import { byWord, type Finding, firstOf, fitting, later, Look, STATED, statedIf } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { isFromGateway } from './protocol.js';
import { WORDS } from '../words.js';
import { formOfValue, wordOrForm } from './values/value-forms.js';

const FORM = 'application/x-www-form-urlencoded';
/** In seconds (section 2.7). */
const USUAL_LIFETIME = 3_600;
const FIXED_SCOPE = 'institution';

export class TokenLook extends Look {
  /** Client IDs with secrets that were accepted in a body. */
  readonly #accepted = new Set<string>();
  #isBasicAccepted = false;
  readonly #lifetimes = new Set<number>();

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, method, status, request, response, isExact } = exchange;
    if (operation?.access !== 'client' || !isExact || method !== 'POST') return;
    if (isFromGateway(exchange) || status === 429 || status >= 500) return;

    const fields = membersOf(request.body);
    const { error } = membersOf(response.body);
    const form = error === undefined ? String(status) : `${status}: ${wordOrForm(error, WORDS.oauthErrors)}`;

    if (request.mediaType !== FORM && request.text !== '') {
      yield statedIf(!isSuccess(exchange), 'issueToken:media-type', form);
      return;
    }

    if (fields['grant_type'] !== 'client_credentials') {
      if (fields['grant_type'] !== undefined && fields['grant_type'] !== '')
        yield statedIf(status === 400 && error === 'unsupported_grant_type', 'TokenRequest.grant_type:refusal', form);
      return;
    }

    const basic = basicOf(request.headers['authorization']);
    const hasSecret = fields['client_secret'] !== undefined;
    yield* scopeLook(exchange, fields['scope']);
    if (error === 'invalid_scope') return;

    if (basic !== undefined) yield* this.#basicLook(exchange, basic);

    if (isSuccess(exchange)) {
      this.#lifetimes.add(issuedToken(response.body).lifetime / 1_000);
      const pair = pairOf(fields['client_id'], fields['client_secret']);
      if (pair !== undefined && basic === undefined) this.#accepted.add(pair);

      return;
    }

    if (basic !== undefined) return;

    const isKept = (): boolean => this.facts.authorization.isKept(exchange.place.file);
    if (!hasSecret) yield later(byWord('ClientRefused:missing', status, form), isKept);
    else if (error !== 'invalid_request' || status !== 400)
      yield byWord('OAuthError.error:bad-credentials', `${status} ${String(error)}`, form);
  }

  /** The lifetime of tokens, if all have the same and it is not the usual one. */
  override options(): readonly string[] {
    const [seconds, ...others] = this.#lifetimes;
    const isUsual = seconds === undefined || others.length > 0 || !(seconds > 0) || seconds === USUAL_LIFETIME;
    return isUsual ? [] : ['--token-ttl', String(seconds)];
  }

  /** HTTP Basic with credentials that were accepted in a body. */
  *#basicLook(exchange: SeenExchange, { raw, decoded }: Basic): Generator<Finding> {
    const status = String(exchange.status);
    const refused = exchange.status === 401 ? ['refused'] : [];
    const isEncoded = decoded !== undefined && this.#accepted.has(decoded);
    const isUnencoded = raw !== undefined && raw !== decoded && this.#accepted.has(raw);

    if (isSuccess(exchange)) {
      this.#isBasicAccepted = true;
      yield fitting('clientBasic', [STATED], status);
      if (isUnencoded) yield fitting(ENCODING, [STATED], status);
    } else if (isEncoded) yield fitting('clientBasic', refused, status);
    else if (isUnencoded)
      // A refusal of unencoded credentials shows something only if the service accepts Basic at all.
      yield later(fitting(ENCODING, refused, status), () => this.#isBasicAccepted);
  }
}

const ENCODING = 'issueToken:basic-encoding';

function* scopeLook(exchange: SeenExchange, asked: unknown): Generator<Finding> {
  const { status, response } = exchange;
  const { error, scope } = membersOf(response.body);
  const point = 'TokenResponse.scope:shape';

  if (error === 'invalid_scope')
    yield fitting(point, asked === FIXED_SCOPE ? [] : ['refused'], `${status}: invalid_scope`);
  if (!isSuccess(exchange) || isRedacted(scope) || isRedacted(asked)) return;

  const isAsked = typeof asked === 'string' && asked !== '' && asked !== FIXED_SCOPE;
  yield* firstOf(point, [
    [scope === undefined, 'nothing', 'absent'],
    [typeof scope !== 'string', formOfValue(scope)],
    [isAsked && scope === asked, 'the scope that was asked for', STATED],
    [isAsked && scope === FIXED_SCOPE, FIXED_SCOPE, 'fixed'],
    [scope === FIXED_SCOPE, FIXED_SCOPE, STATED, 'fixed', 'refused'],
    [true, 'another scope'],
  ]);
}

type Basic = NonNullable<ReturnType<typeof basicOf>>;

function basicOf(header = ''): Readonly<Record<'raw' | 'decoded', string | undefined>> | undefined {
  const sent = basicCredentials(readAuthorization(header));
  if (sent === undefined) return undefined;

  const { id, secret } = sent;
  return { raw: pairOf(id, secret), decoded: pairOf(formDecoded(id), formDecoded(secret)) };
}

function pairOf(id: unknown, secret: unknown): string | undefined {
  const name = typeof secret === 'string' ? hashOf(secret) : undefined;
  return name === undefined ? undefined : `${String(id)} ${name}`;
}
