/** Fetches text over HTTP, for pacts at a URL and at a broker. */

const LONGEST_WAIT = 30_000;

/**
 * The text at a URL.
 * @param token sent as bearer token
 * @throws Error that says why there is none
 */
export async function fetchText(url: string, token?: string): Promise<string> {
  const headers = {
    Accept: 'application/hal+json, application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const response = await answerFrom(url, { headers });
  if (!response.ok)
    throw new Error(
      `the server answers ${response.status}${response.status === 401 || response.status === 403 ? '; does it want another --broker-token?' : ''}`,
    );
  return response.text();
}

/**
 * An answer, whatever its status.
 * @throws Error that says why there is none
 */
export async function answerFrom(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_WAIT) });
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new Error(`nothing answers at ${url} (${typeof code === 'string' ? code : message})`, { cause: error });
  }
}
