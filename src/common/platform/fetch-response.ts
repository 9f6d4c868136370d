/** Sends an HTTP request with a time limit. */

const TIME_LIMIT = 30_000;

/**
 * The response, whatever its status. A signal of the caller takes the place of the time limit.
 * @throws Error if there is none within 30 seconds; the message names the URL and the reason
 */
export async function fetchResponse(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(TIME_LIMIT) });
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new Error(`nothing answers at ${url} (${typeof code === 'string' ? code : message})`, { cause: error });
  }
}
