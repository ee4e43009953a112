import { finished } from 'node:stream';
import { statusOf } from '@plomb/contract/kit/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise, type CallerChecks, callerOf, identify, langIn } from '../caller.ts';
import { openLanes } from '../lanes.ts';
import type { Logger } from '../log.ts';
import { kyselyOn } from '../postgres/kysely.ts';
import { FOR_FILES, type Pools } from '../postgres/pools.ts';
import { scoped } from '../postgres/transaction.ts';
import { answerOf, Refusal, refusalOf } from '../refusal.ts';
import type { FileRows, Served, Tables } from '../serve.ts';
import { fileOf, sendFile } from './download.ts';
import { type Spooled, spool } from './spool.ts';
import { takeTicket } from './tickets.ts';

export interface ExportLimits {
  /** of one file */
  megabytes(): number;
  /** to make a file, and again to fetch it */
  seconds(): number;
}

interface Deps extends CallerChecks {
  pools: Pools;
  log: Logger;
  exports: ExportLimits;
}

/** Fetching of files that were asked for: made whole, with the database free again, and only then sent. */
export const serveExports = (app: FastifyInstance, served: readonly Served[], d: Deps): void => {
  const files = new Map(served.filter((s) => s.call.answer === 'file').map((s) => [s.call.path as string, s]));
  const lanes = openLanes(FOR_FILES);
  /** operators with a file under way, from the first row to the last byte */
  const under = new Set<number>();

  const fetched = async (request: FastifyRequest<{ Params: { ticket: string } }>, reply: FastifyReply) => {
    const caller = callerOf(request);
    const operator = await identify(caller, d);
    const ticket = await takeTicket(d.pools.platform, request.params.ticket, operator.id);
    const one = ticket && files.get(ticket.path);
    if (!one) throw new Refusal('ticket');
    authorise(one.call, operator);
    if (under.has(operator.id)) throw new Refusal('exportUnderWay');
    under.add(operator.id);
    const gone = new AbortController();
    finished(reply.raw, () => {
      gone.abort();
      under.delete(operator.id);
    });
    const none = () => undefined;
    const common = { note: none, changed: none, concerns: none, afterCommit: none, setToken: none };
    // the requester's scope of now, not of when it asked
    const make = (): Promise<Spooled> => {
      gone.signal.throwIfAborted();
      return scoped(d.pools.app, operator.orgIds, (client) => {
        const rows = one.run(ticket.input, {
          ...common,
          lang: langIn(request),
          address: request.ip,
          requestId: request.id,
          db: kyselyOn<Tables>(client),
          client,
          operator,
          token: caller.token,
        }) as FileRows;
        return spool(fileOf(ticket.input, rows), {
          bytes: d.exports.megabytes() * 1e6,
          deadline: Date.now() + d.exports.seconds() * 1000,
          signal: gone.signal,
        });
      });
    };
    const file = await lanes.run(`organisation ${operator.orgId}`, make);
    if (gone.signal.aborted) return file.handle.close();
    return sendFile(reply, one.call, ticket.input, file, d.exports.seconds());
  };

  app.get<{ Params: { ticket: string } }>('/download/:ticket', async (request, reply) => {
    try {
      return await fetched(request, reply);
    } catch (e) {
      const refusal = refusalOf(e);
      const left = e instanceof Error && e.name === 'AbortError'; // nobody is there to be told
      if (!refusal && !left) d.log.error({ err: e, request: request.id }, 'a file could not be made');
      const answer = answerOf(refusal ?? new Refusal('error', { request: request.id }), langIn(request));
      return reply.code(statusOf[answer.verify.sign]).send(answer);
    }
  });
};
