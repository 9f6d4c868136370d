/** Prints the human score of everybody who is found by the words of the command line. */
import { Agent, RetryAgent, request } from 'undici';

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
const LIMITS = { bodyTimeout: 2_000, headersTimeout: 2_000 };
const dispatcher = new RetryAgent(new Agent(LIMITS), {
  maxRetries: 3,
  minTimeout: 120,
  timeoutFactor: 2,
  methods: ['GET', 'POST'],
  statusCodes: [429, 500, 502, 503, 504],
  errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
});

let token;
async function login() {
  const { client_id, client_secret } = { client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await exchange(ID_EMULATOR_TOKEN_URL, { method: 'POST', headers, body })).access_token;
}

/** Reads a body anew if it was cut off; undici cannot go on with it, because the service has no ranges. */
async function exchange(url, options) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { statusCode, body } = await request(url, { dispatcher, ...options });
      const text = await body.text();
      if (statusCode === 200) return JSON.parse(text);
      throw Object.assign(new Error(`${url}: status ${statusCode}`), { statusCode });
    } catch (error) {
      if (error.statusCode !== undefined || attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
    }
  }
}

async function get(path) {
  for (let left = 1; ; left -= 1) {
    token ??= await login();
    try {
      return await exchange(ID_EMULATOR_API_URL + path, { headers: { authorization: `Bearer ${token}` } });
    } catch (error) {
      if (error.statusCode !== 401 || left === 0) throw error;
      token = undefined;
    }
  }
}

async function scoreOf(partyId) {
  try {
    const { humanScore } = await get(`/institutions/me/human-scores/${encodeURIComponent(partyId)}`);
    return `${humanScore.totalScore} (${humanScore.confidenceLevel})`;
  } catch (error) {
    if (error.statusCode === 404) return 'no score';
    throw error;
  }
}

try {
  for (const word of process.argv.slice(2)) {
    const { credentials } = await get(`/institutions/me/credentials/resolve?q=${encodeURIComponent(word)}`);
    for (const partyId of new Set(credentials.map((one) => one.partyId))) {
      console.log(`${word}: ${await scoreOf(partyId)}`);
    }
  }
} catch (error) {
  console.error(`score: ${error.message}`);
  process.exitCode = 1;
}
