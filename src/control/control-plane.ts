/** The emulator's own endpoints, under `/_emulator/`: a thin router over plain functions. Errors are problem details. */

import express, { Router, type Request } from 'express';
import type { Contract } from '../contract/contract.js';
import { isoTimestamp } from '../domain/clock.js';
import type { Sandbox } from '../domain/sandbox.js';
import type { Sandboxes } from '../domain/sandboxes.js';
import type { ExchangeRecord } from '../journal/journal.js';
import type { Journals } from '../journal/journals.js';
import type { Catalogue } from '../scenario/scenario.js';
import { health, type EmulatorFacts } from './health.js';
import { answerProblem, Problem } from './problem.js';
import { activateScenarios, activeScenarios } from './scenarios.js';

export interface ControlContext {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  readonly facts: EmulatorFacts;
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
}

/** The router to mount at `/_emulator`. */
export function controlPlane({ contract, catalogue, facts, sandboxes, journals }: ControlContext): Router {
  const startedAt = performance.now();
  const sandboxOf = (id: string): Sandbox => existing(sandboxes, id);
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json(health(facts, contract, startedAt));
  });
  router.get('/openapi.json', (req, res) => {
    res.json(servedDocument(contract, addressOfRoot(req)));
  });
  router.get('/sandboxes/:id/journal', (req, res) => {
    res.json({ exchanges: journals.of(sandboxOf(req.params.id)).records().map(representRecord) });
  });
  router.get('/sandboxes/:id/scenarios', (req, res) => {
    res.json(activeScenarios(sandboxOf(req.params.id)));
  });
  router.put('/sandboxes/:id/scenarios', express.json(), (req, res) => {
    res.json(activateScenarios(sandboxOf(req.params.id), req.body as unknown, catalogue));
  });
  router.delete('/sandboxes/:id/scenarios', (req, res) => {
    sandboxOf(req.params.id).activate([]);
    res.status(204).end();
  });
  router.use(refuseUnknownEndpoint);
  router.use(answerProblem);
  return router;
}

/** @throws Problem 404 */
function existing(sandboxes: Sandboxes, id: string): Sandbox {
  const sandbox = sandboxes.byId(id);
  if (sandbox === undefined) throw new Problem(404, 'Not found', `There is no sandbox "${id}".`);
  return sandbox;
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

const ENDPOINTS = ['GET /health', 'GET /openapi.json', 'GET /sandboxes/{id}/journal', 'GET, PUT and DELETE /sandboxes/{id}/scenarios'];

function refuseUnknownEndpoint({ method, path }: Request): void {
  throw new Problem(404, 'Not found', `There is no ${method} ${path} on the control plane; there are ${ENDPOINTS.join(', ')}.`);
}
