import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerChecks, callerOf, look } from './caller.ts';
import { openCounts } from './counts.ts';
import { Refusal } from './refusal.ts';

/** A stranger's whole request is a name and a password; calls that need no session take no more. */
export const STRANGERS_BYTES = 16 * 1024;
/** Large bodies of one operator on their way at once: as many as a browser has connections. */
const AT_ONCE = 6;

const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > STRANGERS_BYTES;

/** What is large is held in memory while it comes: of nobody who is not known, and of nobody many at once. */
export const openLargeBodies = (a: CallerChecks) => {
  const underWay = openCounts();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isLarge(request) || (request.routeOptions.bodyLimit ?? 0) <= STRANGERS_BYTES) return;
    const operator = await look(callerOf(request), a);
    if (!operator) throw new Refusal('sessionTimeOut');
    const left = underWay.enter(String(operator.id), AT_ONCE);
    if (!left) throw new Refusal('tooMany');
    finished(reply.raw, left);
  };
};
