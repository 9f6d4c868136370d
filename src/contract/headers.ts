/** Headers of a message as an object. Their names have no case (RFC 9110 section 5.1). */

/** The value of a header; undefined if the message does not have it. */
export function headerValue<Value>(
  headers: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  if (headers === undefined) return undefined;
  if (Object.hasOwn(headers, name)) return headers[name];
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([given]) => given.toLowerCase() === wanted)?.[1];
}

/** The media type of a `Content-Type` header: `application/json` of `Application/JSON; charset=utf-8`. */
export function mediaTypeOf(contentType = ''): string {
  const [mediaType = ''] = contentType.split(';');
  return mediaType.trim().toLowerCase();
}
