/** The emulator's own endpoints, under `/_emulator/`: a thin router over plain functions. Errors are problem details. */

import { Router, type Request, type Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { isoTimestamp } from '../domain/clock.js';
import type { Sandboxes } from '../domain/sandboxes.js';
import type { ExchangeRecord } from '../journal/journal.js';
import type { Journals } from '../journal/journals.js';
import { PROBLEM_TYPE, problemDetails } from '../problem-details.js';
import { health, type EmulatorFacts } from './health.js';

export interface ControlContext {
  readonly contract: Contract;
  readonly facts: EmulatorFacts;
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
}

/** The router to mount at `/_emulator`. */
export function controlPlane({ contract, facts, sandboxes, journals }: ControlContext): Router {
  const startedAt = performance.now();
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json(health(facts, contract, startedAt));
  });
  router.get('/openapi.json', (req, res) => {
    res.json(servedDocument(contract, addressOfRoot(req)));
  });
  router.get('/sandboxes/:id/journal', (req, res) => {
    const sandbox = sandboxes.byId(req.params.id);
    if (sandbox !== undefined) res.json({ exchanges: journals.of(sandbox).records().map(representRecord) });
    else problem(res, 404, 'Not found', `There is no sandbox "${req.params.id}".`);
  });
  router.use(unknownEndpoint);
  return router;
}

/** The contract with this emulator's own address, so that tools that read it know where to send requests. */
function servedDocument({ document }: Contract, address: string): object {
  const servers = document.servers.map((server) => ({ ...server, url: server.url.replace('{baseUrl}', address), variables: undefined }));
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    item.servers ? { ...item, servers: [{ url: address }] } : item,
  ]);
  return { ...document, servers, paths: Object.fromEntries(paths) as object };
}

function addressOfRoot(req: Request): string {
  return `${req.protocol}://${req.headers.host ?? 'localhost'}${req.baseUrl.replace(/\/_emulator$/, '')}`;
}

function representRecord(record: ExchangeRecord): object {
  return { ...record, at: isoTimestamp(record.at) };
}

function unknownEndpoint(req: Request, res: Response): void {
  const known = 'GET /health, GET /openapi.json and GET /sandboxes/{id}/journal';
  problem(res, 404, 'Not found', `There is no ${req.method} ${req.path} on the control plane; there are ${known}.`);
}

function problem(res: Response, status: number, title: string, detail: string): void {
  res.status(status).type(PROBLEM_TYPE).json(problemDetails(status, title, detail));
}
