/** Looks at the token endpoint: which clients it refuses and how, and what a token response contains. */

import { membersOf } from '../../../common/json.js';
import { basicCredentials, readAuthorization } from '../../../contract/authorization.js';
import { formDecoded } from '../../../emulator/redaction/secret-places.js';
import { issuedToken } from '../../../traffic/issued-token.js';
import { hashOf, isRedacted } from '../../../traffic/values.js';
import { byWord, type Finding, firstOf, fitting, Look, onlyIf, STATED, statedIf } from './look.js';
import { isFromGateway, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';
import { WORDS } from '../words.js';
import { formOfValue, wordOrForm } from './values/value-forms.js';

const FORM = 'application/x-www-form-urlencoded';
/** The lifetime of tokens in the contract, in seconds (section 2.7). */
const USUAL_LIFETIME = 3_600;
/** The only scope of the contract. */
const FIXED_SCOPE = 'institution';

/**
 * Looks at token requests. A look is an observer of exchanges. It yields sights: which alternatives of a point
 * fit what was seen. STATED is the alternative that the contract states.
 */
export class TokenLook extends Look {
  /** Client IDs, with digests of their secrets, that were accepted in a body. */
  readonly #accepted = new Set<string>();
  #isBasicAccepted = false;
  /** The lifetimes of the issued tokens, in seconds. */
  readonly #lifetimes = new Set<number>();

  *see(exchange: SeenExchange): Generator<Finding> {
    const { operation, method, status, request, response, isExact } = exchange;
    if (operation?.access !== 'client' || !isExact || method !== 'POST') return;
    // Such responses say nothing about the request.
    if (isFromGateway(exchange) || status === 429 || status >= 500) return;

    const { grant_type: grantType = '', client_id: id, client_secret: secret, scope } = membersOf(request.body);
    const { error } = membersOf(response.body);
    const form = error === undefined ? String(status) : `${status}: ${wordOrForm(error, WORDS.oauthErrors)}`;

    if (request.mediaType !== FORM && request.text !== '') {
      yield statedIf(!isSuccess(exchange), 'issueToken:media-type', form);
      return;
    }

    if (grantType !== 'client_credentials') {
      if (grantType !== '')
        yield statedIf(status === 400 && error === 'unsupported_grant_type', 'TokenRequest.grant_type:refusal', form);
      return;
    }

    const basic = basicOf(request.headers['authorization']);
    yield* scopeLook(exchange, scope);
    // Such a refusal is about the scope, and says nothing about the credentials.
    if (error === 'invalid_scope') return;

    if (basic !== undefined) yield* this.#basicLook(exchange, basic);

    if (isSuccess(exchange)) {
      this.#lifetimes.add(issuedToken(response.body).lifetime / 1_000);
      const pair = pairOf(id, secret);
      if (pair !== undefined && basic === undefined) this.#accepted.add(pair);

      return;
    }

    // What remains is a refusal without HTTP Basic: of missing, or of wrong credentials.
    if (basic !== undefined) return;

    // Without a secret in the body, an exporter may have removed the header that had it.
    const isKept = (): boolean => this.facts.authorization.isKept(exchange.place.file);
    if (secret === undefined) yield onlyIf(byWord('ClientRefused:missing', status, form), isKept);
    else if (error !== 'invalid_request' || status !== 400)
      yield byWord('OAuthError.error:bad-credentials', `${status} ${String(error)}`, form);
  }

  /** The option for the lifetime of tokens, if all tokens have one lifetime, which is not the usual one. */
  override options(): readonly string[] {
    const [seconds = Number.NaN, ...others] = this.#lifetimes;
    const isUnusual = seconds > 0 && seconds !== USUAL_LIFETIME;
    return isUnusual && others.length === 0 ? ['--token-ttl', String(seconds)] : [];
  }

  /** What HTTP Basic shows with credentials that were accepted in a body. */
  *#basicLook(exchange: SeenExchange, { raw, decoded }: Basic): Generator<Finding> {
    const status = String(exchange.status);
    const refused = exchange.status === 401 ? ['refused'] : [];
    // RFC 6749 demands that ID and secret are form-encoded; many clients do not encode them.
    const isEncoded = decoded !== undefined && this.#accepted.has(decoded);
    const isUnencoded = raw !== undefined && raw !== decoded && this.#accepted.has(raw);

    if (isSuccess(exchange)) {
      this.#isBasicAccepted = true;
      yield fitting('clientBasic', [STATED], status);
      if (isUnencoded) yield fitting(ENCODING, [STATED], status);
    } else if (isEncoded) yield fitting('clientBasic', refused, status);
    else if (isUnencoded)
      // A refusal of unencoded credentials shows something only if the service accepts Basic at all.
      yield onlyIf(fitting(ENCODING, refused, status), () => this.#isBasicAccepted);
  }
}

const ENCODING = 'issueToken:basic-encoding';

/** Whether the service refuses, repeats or fixes the scope. @param wanted the scope in the request */
function* scopeLook(exchange: SeenExchange, wanted: unknown): Generator<Finding> {
  const { status, response } = exchange;
  const { error, scope } = membersOf(response.body);
  const point = 'TokenResponse.scope:shape';

  if (error === 'invalid_scope')
    yield fitting(point, wanted === FIXED_SCOPE ? [] : ['refused'], `${status}: invalid_scope`);
  if (!isSuccess(exchange) || isRedacted(scope) || isRedacted(wanted)) return;

  const isOther = typeof wanted === 'string' && wanted !== '' && wanted !== FIXED_SCOPE;
  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf(point, [
    [scope === undefined, 'nothing', 'absent'],
    [typeof scope !== 'string', formOfValue(scope)],
    [isOther && scope === wanted, 'the scope that was asked for', STATED],
    [isOther && scope === FIXED_SCOPE, FIXED_SCOPE, 'fixed'],
    [scope === FIXED_SCOPE, FIXED_SCOPE, STATED, 'fixed', 'refused'],
    [true, 'another scope'],
  ]);
}

/** The credentials of HTTP Basic in both readings. A reading is undefined if an exporter removed the secret. */
interface Basic {
  readonly raw: string | undefined;
  readonly decoded: string | undefined;
}

/** The credentials of HTTP Basic, taken literally and after form-decoding. Undefined if there are none. */
function basicOf(header = ''): Basic | undefined {
  const sent = basicCredentials(readAuthorization(header));
  if (sent === undefined) return undefined;

  const { id, secret } = sent;
  return { raw: pairOf(id, secret), decoded: pairOf(formDecoded(id), formDecoded(secret)) };
}

/** A client ID with a digest of its secret. Undefined if an exporter removed the secret. */
function pairOf(id: unknown, secret: unknown): string | undefined {
  const name = typeof secret === 'string' ? hashOf(secret) : undefined;
  return name === undefined ? undefined : `${String(id)} ${name}`;
}
