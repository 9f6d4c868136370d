/** The process that puts a server under load: called with a load as JSON, prints what came of it as JSON. */

import autocannon from 'autocannon';
import { Latencies } from './latencies.js';

const { url, headers, connections, seconds, requests, expectedBody } = JSON.parse(process.argv[2]);

const running = autocannon({
  url,
  headers,
  connections,
  ...(requests === undefined ? { duration: seconds } : { amount: requests }),
  ...(expectedBody !== undefined && { expectBody: expectedBody }),
});
const latencies = new Latencies();
running.on('response', (client, status, bytes, milliseconds) => {
  latencies.record(milliseconds);
});

const { '2xx': right, non2xx, errors, mismatches, duration } = await running;
const outcome = { right, wrong: non2xx + errors + mismatches, seconds: duration, p50: latencies.percentile(0.5), p99: latencies.percentile(0.99) };
process.stdout.write(JSON.stringify(outcome));
