/** Thrown where a Pact broker does not give what is asked of it; the text is one line, with the remedy where there is one. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

/** Thrown where it is not said whose pacts are wanted: a broker has those of many providers. */
export class MissingProviderError extends Error {
  override readonly name = 'MissingProviderError';

  constructor() {
    super(
      'a broker is asked for the pacts of one provider, but none is named; name it with --provider (option "provider"), as the consumers call it',
    );
  }
}

const LONGEST = 500;

/**
 * In one line; undefined where it says nothing that can be read. Brokers write `errors` as texts, or by the member that
 * is wrong; `error` as a text, or with a `message`; and newer ones a `detail` (RFC 9457).
 */
export function refusalIn(body: string): string | undefined {
  const said = sentencesIn(body).join('; ').replace(/\s+/g, ' ').trim();
  if (said === '') return undefined;
  return said.length > LONGEST ? `${said.slice(0, LONGEST)}...` : said;
}

function sentencesIn(body: string): string[] {
  try {
    const { errors, error, detail, title } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return textsIn(errors ?? error ?? detail ?? title);
  } catch {
    return [];
  }
}

/** Every text in a value, each after the members that it stands in. */
function textsIn(value: unknown, member = ''): string[] {
  if (typeof value === 'string') return [member === '' ? value : `${member}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, member));
  if (typeof value !== 'object' || value === null) return [];
  const { message, detail, pointer } = value as { message?: unknown; detail?: unknown; pointer?: unknown };
  const sentence = message ?? detail;
  if (typeof sentence === 'string') return textsIn(sentence, typeof pointer === 'string' ? pointer : member);
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, member === '' ? name : `${member}.${name}`));
}
