/** Thrown if a request to a Pact broker fails. The message is one line, with the remedy if there is one. */
export class BrokerError extends Error {
  override readonly name: string = 'BrokerError';
}

/** Thrown if a broker has no pact that the selectors select. */
export class NoPactsError extends BrokerError {
  override readonly name = 'NoPactsError';
}

/** Thrown if the options contain a broker but no provider: a broker has the pacts of many providers. */
export class MissingProviderError extends Error {
  override readonly name = 'MissingProviderError';

  constructor() {
    super('a broker needs the name of a provider: add --provider (option "provider") with the name in the pacts');
  }
}

const MAX_LENGTH = 500;

/**
 * The error message in the body of a broker's response, in one line; undefined if there is none. Brokers send
 * `errors` as a list or by the name of the wrong member, `error` as a text or with a `message`, or a `detail` (RFC
 * 9457).
 */
export function errorMessageIn(body: string): string | undefined {
  const message = messagesIn(body).join('; ').replace(/\s+/g, ' ').trim();
  if (message === '') return undefined;
  return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}...` : message;
}

function messagesIn(body: string): string[] {
  try {
    const { errors, error, detail, title } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return textsIn(errors ?? error ?? detail ?? title);
  } catch {
    return [];
  }
}

/** All texts in a value, each with the path of its member. */
function textsIn(value: unknown, member = ''): string[] {
  if (typeof value === 'string') return [member === '' ? value : `${member}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, member));
  if (typeof value !== 'object' || value === null) return [];
  const { message, detail, pointer } = value as { message?: unknown; detail?: unknown; pointer?: unknown };
  const sentence = message ?? detail;
  if (typeof sentence === 'string') return textsIn(sentence, typeof pointer === 'string' ? pointer : member);
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, member === '' ? name : `${member}.${name}`));
}
