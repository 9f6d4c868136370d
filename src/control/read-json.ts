/** Reads the body of a request to the control plane. */

import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { Problem } from './problem.js';

/** States of sandboxes with a long history are large. */
const LIMIT = '64mb';

/** What Express's body parser throws. */
interface HttpError {
  readonly status?: number;
  readonly message: string;
}

const parse: RequestHandler = express.json({ limit: LIMIT, strict: false, type: 'application/json' });

/**
 * The body as a value; undefined where there is none.
 * @throws Problem 400, 413 or 415
 */
export async function readJson(req: Request, res: Response): Promise<unknown> {
  const { 'transfer-encoding': coding, 'content-length': length = '0', 'content-type': type } = req.headers;
  if (coding === undefined && Number(length) === 0) return undefined;
  if (req.is('application/json') === false)
    throw new Problem(
      415,
      'Unsupported media type',
      `The content type must be application/json, but is ${type ?? 'missing'}.`,
    );
  await new Promise<void>((resolve, reject) => {
    const next = (error?: Error): void => {
      if (error === undefined) resolve();
      else reject(unreadable(error));
    };
    void parse(req, res, next as NextFunction);
  });
  return req.body;
}

function unreadable({ status = 400, message }: HttpError): Problem {
  return new Problem(status, 'The request cannot be read', message);
}
