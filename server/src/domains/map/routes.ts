import { live } from '@plomb/contract/live';
import { map } from '@plomb/contract/map';
import { type Served, serve } from '../../platform/serve.ts';
import type { Hub } from './hub.ts';
import { mapLocks, shownFences } from './queries.ts';

/** How often a stream asks whether its operator may still see what it shows. */
const RECHECK_MS = 3000;

export const mapRoutes = (hub: Hub): Served[] => [
  ...serve(map, {
    locks: async (_, { client }) => {
      // the number first: what changes while the rows are read comes again by the stream
      const { epoch, seq } = hub;
      return { locks: await mapLocks(client), epoch, seq };
    },
    fences: async (_, { client }) => ({ fences: await shownFences(client) }),
  }),

  ...serve(live, {
    stream: async (input, ctx) => {
      const watcher = {
        orgIds: new Set(ctx.operator.orgIds) as ReadonlySet<number>,
        ids: input.ids ? new Set(input.ids) : null,
        alarms: input.alarms,
        commands: input.commands,
        send: ctx.send,
        pending: ctx.pending,
      };
      const from = input.epoch !== undefined && input.since !== undefined && { epoch: input.epoch, since: input.since };
      const stop = hub.watch(watcher, from || undefined);

      const recheck = async () => {
        const operator = await ctx.recheck();
        if (!operator) {
          ctx.send('end', { reason: 'session' });
          ctx.end();
          return;
        }
        if (operator.orgIds.join() === [...watcher.orgIds].join()) return;
        watcher.orgIds = new Set(operator.orgIds);
        ctx.send('resync', { epoch: hub.epoch, seq: hub.seq });
      };
      // a database away for a moment is no reason to end the stream; the next look decides
      const timer = setInterval(() => void recheck().catch(() => undefined), RECHECK_MS);
      ctx.onClose(() => {
        clearInterval(timer);
        stop();
      });
    },
  }),
];
