/**
 * What is missing although the run was green. From outside, two clients look alike: one that swallows a failure, and
 * one that returns the failure to a test which does not check it.
 */

import { namedFailure } from '../run/output-lines.js';
import { type Facts, isLost } from './facts.js';
import type { ClassifiedReaction } from './observation.js';
import { isJob } from './proofs.js';
import { callNotSent, hasVerified, lineOf, madeTwice, missingWrite } from './writes.js';

const RECOVERED: ClassifiedReaction = {
  reaction: 'recovered',
  what: 'The client recovered, and the command passed.',
};

/** The reaction in a run that passed, and that proves no mistake. */
export function silentReaction(facts: Facts): ClassifiedReaction {
  const lost = isLost(facts);
  if (lost && hasVerified(facts)) return RECOVERED;

  const missing = lost ? missingAfter(facts) : missingOtherCall(facts);
  const twice = madeTwice(facts);
  if (missing === undefined) return twice === undefined ? RECOVERED : { reaction: 'note', what: twice };

  // A client that prints the failure has reported it.
  const said = namedFailure(facts.run.output, facts.baseline.outputs);
  if (said !== undefined) return { reaction: 'recovered', what: `The command printed ${JSON.stringify(said)}.` };

  return { reaction: 'test gap', what: missing };
}

const JOB_SAID_NOTHING = 'and the command neither failed nor said so. Let it say so; --compare judges its outcome.';

/** What the client did not get, and the assertion that would show whether the client reports it. */
function missingAfter(facts: Facts): string {
  const { fault, call } = facts.entry;
  const unwritten = missingWrite(facts);
  if (fault.lostItems !== undefined)
    return `${unwritten}. Assert that the result names each item that failed, with its reason.`;
  if (unwritten !== undefined) return `${unwritten}. Assert that the client reports it, or look for the effect.`;

  if (isJob(facts)) return `${lineOf(call)} never succeeded, ${JOB_SAID_NOTHING}`;

  return `${lineOf(call)} never succeeded. Assert that the result is whole, or that it names the failure.`;
}

/** A later call that the client did not send, although it got the response to the call with the fault. */
function missingOtherCall(facts: Facts): string | undefined {
  const missing = facts.entry.fault.changesData ? undefined : callNotSent(facts);
  const remedy = 'Assert what comes of it, or that the client reports that it was not done.';

  return missing && `${lineOf(missing)} was not sent. ${remedy}`;
}
