import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLanes } from './lanes.ts';

/**
 * Files sent to one address at once; more of them wait for these. A reader that takes nothing holds an open file and what
 * was read of it until it is cut off, and anybody may be one. `keyOf`: whom an address stands for.
 */
export const openFileTurns = (each: number, keyOf: (address: string) => string) => {
  const lanes = openLanes(Number.POSITIVE_INFINITY, each);
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    new Promise((start) => {
      const sent = () =>
        new Promise<void>((end) => {
          start();
          // it comes however the answer ends; `finished` would listen to it twice
          if (reply.raw.closed) end();
          else reply.raw.once('close', end);
        });
      void lanes.run(keyOf(request.ip), sent);
    });
};
