/** Headers of a message as an object. Their names have no case (RFC 9110 section 5.1). */

type ByName<Value> = Readonly<Record<string, Value>>;

/** The value of a header; undefined if the message does not have it. */
export function headerValue<Value>(headers: ByName<Value> = {}, name: string): Value | undefined {
  if (Object.hasOwn(headers, name)) return headers[name];
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([sentName]) => sentName.toLowerCase() === wanted)?.[1];
}

/** The media type of a `Content-Type` header, without parameters: `application/json`. */
export function mediaTypeOf(contentType = ''): string {
  const [mediaType = ''] = contentType.split(';');
  return mediaType.trim().toLowerCase();
}

/**
 * The weights of a header such as `Accept` (RFC 9110 section 12.4.2), by value in lower case: `text/html;q=0.5` has the
 * weight 0.5. A value without a weight has the weight 1.
 */
export function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [value = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(value, weight === undefined ? 1 : Number(weight));
  }

  return weights;
}

/** Whether an `Accept` header allows a media type (RFC 9110 section 12.5.1): the most specific range decides. */
export function acceptsMediaType(accept: string, mediaType: string): boolean {
  const weights = weightsOf(accept);
  const [type] = mediaType.split('/');
  return (weights.get(mediaType) ?? weights.get(`${type}/*`) ?? weights.get('*/*') ?? 0) > 0;
}

/** The charset of a `Content-Type` header, in lower case: `utf-8`. Undefined without one. */
export function charsetOf(contentType = ''): string | undefined {
  // Each parameter has the form `; charset=utf-8` or `; charset="utf-8"`.
  const parameters = contentType.matchAll(/;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g);
  for (const [, name = '', quoted, token = ''] of parameters)
    if (name.toLowerCase() === 'charset') return (quoted ?? token).toLowerCase();
  return undefined;
}
