/** The emulator's own endpoints, under `/_emulator/`: a thin router over plain functions. Errors are problem details. */

import { Router, type Request, type Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { PROBLEM_TYPE, problemDetails } from '../problem-details.js';
import { health, type EmulatorFacts } from './health.js';

export interface ControlContext {
  readonly contract: Contract;
  readonly facts: EmulatorFacts;
}

/** The router to mount at `/_emulator`. */
export function controlPlane({ contract, facts }: ControlContext): Router {
  const startedAt = performance.now();
  const router = Router();
  router.get('/health', (_req, res) => {
    res.json(health(facts, contract, startedAt));
  });
  router.get('/openapi.json', (req, res) => {
    res.json(servedDocument(contract, addressOfRoot(req)));
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

function unknownEndpoint(req: Request, res: Response): void {
  const detail = `There is no ${req.method} ${req.path} on the control plane; there are GET /health and GET /openapi.json.`;
  res.status(404).type(PROBLEM_TYPE).json(problemDetails(404, 'Not found', detail));
}
