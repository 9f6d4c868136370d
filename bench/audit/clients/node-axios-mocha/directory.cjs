'use strict';
const axios = require('axios');

const MOST = 4;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function pauseOf(response, attempt) {
  const given = response?.headers['retry-after'];
  if (given === undefined) return 150 * 2 ** attempt;
  if (/^\d+$/.test(given)) return 1000 * Number(given);
  return Math.max(0, Date.parse(given) - Date.now()) + 1000;
}

/** A POST that may have been carried out is not repeated; a refusal was not carried out. */
function mayRepeat({ code, config, response }) {
  if (response?.status === 429) return true;
  const isSafe = config.method === 'get' || config.url === config.tokenUrl;
  const isBroken = response === undefined || code === 'ERR_BAD_RESPONSE' || code === 'ECONNABORTED';
  return isSafe && (isBroken || response.status >= 500 || response.status < 300);
}

exports.createDirectory = function createDirectory({ apiUrl, tokenUrl, clientId, clientSecret }) {
  const http = axios.create({ timeout: 2500 });
  let token;
  const login = async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const auth = { username: clientId, password: clientSecret };
    const { data } = await http.post(tokenUrl, form, { auth, tokenUrl });
    return data.access_token;
  };
  http.interceptors.request.use(async (config) => {
    if (config.url === tokenUrl) return config;
    token ??= login().catch((error) => {
      token = undefined;
      throw error;
    });
    config.usedToken = await token;
    config.headers.Authorization = `Bearer ${config.usedToken}`;
    return config;
  });
  http.interceptors.response.use(
    (response) => {
      if (typeof response.data === 'string' && response.data !== '') {
        throw new axios.AxiosError('the body is no JSON', 'ERR_BAD_RESPONSE', response.config, response.request);
      }
      return response;
    },
    async (error) => {
      const { config, response } = error;
      if (config === undefined) throw error;
      if (response?.status === 401 && config.usedToken !== undefined) {
        if ((await token) === config.usedToken) token = undefined;
        if (!config.renewed) return http.request({ ...config, renewed: true });
      }
      const attempt = config.attempt ?? 1;
      if (attempt >= MOST || !mayRepeat(error)) throw error;
      await sleep(pauseOf(response, attempt));
      return http.request({ ...config, attempt: attempt + 1 });
    },
  );
  const base = `${apiUrl}/institutions/me`;
  return {
    async find(text) {
      return (await http.get(`${base}/credentials/resolve`, { params: { q: text } })).data.credentials;
    },
    async disclosed(partyId) {
      const { data, status } = await http.get(`${base}/credentials/${partyId}`, {
        validateStatus: (code) => code === 200 || code === 404,
      });
      return status === 404 ? [] : data;
    },
    async ask(partyId, providers) {
      await http.post(`${base}/credentials/request`, { partyId, providers });
    },
  };
};
