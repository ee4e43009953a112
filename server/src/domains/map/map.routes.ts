import { live } from '@plomb/contract/live/live';
import type { Command } from '@plomb/contract/lock/command';
import { map } from '@plomb/contract/map/map';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Hub, Watcher } from '../../live/hub.ts';
import { type FenceNames, inSightOf } from '../../lock/fenceNames.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { openReach } from '../../platform/postgres/reach.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { asSeenBy } from '../orders/rules.ts';
import type { FleetViews } from './fleetView.ts';
import { fencesOfLock, fleetIds, fleetRows, mapLock, registered, shownFences, shownInterests } from './queries.ts';

/** How often a stream asks what its operator may see; with the two seconds that rights are remembered, under five. */
const RECHECK_MS = 2000;

/** What an operator may watch: locks as on the map, commands as there or in their queue, alarms as in their list. */
const viewOf = ({ id, grants, orgIds }: SessionOperator, asked: z.output<typeof live.stream.input>) => {
  const onMap = grants.has('map:list');
  return {
    operatorId: id,
    orgIds: new Set(orgIds) as ReadonlySet<number>,
    ids: onMap ? (asked.ids ? new Set(asked.ids) : null) : new Set<number>(),
    open: new Set(asked.open) as ReadonlySet<number>,
    alarms: asked.alarms && grants.has('alarm:list'),
    commands: asked.commands && (onMap || grants.has('order:list')),
  };
};

/** What is told of orders and alarms, as far as the operator may read it. */
export const newsFor = (
  operator: Pick<SessionOperator, 'grants' | 'orgIds'>,
  event: string,
  data: unknown,
): unknown => {
  if (event === 'alarm') {
    const { alarm, ...rest } = data as { alarm: FenceNames };
    return { ...rest, alarm: inSightOf(operator.orgIds, alarm) };
  }
  if (event !== 'command') return data;
  const { command, ...rest } = data as { command: Command };
  return { ...rest, command: asSeenBy(operator, command) };
};

/** Ids are found outside row-level security, with the operator's scope in words; what is told of them is read under it. */
const partOf = (hub: Hub, readers: Pool) => {
  const reach = openReach(readers);
  return async ({ after = 0, size }: z.output<typeof map.locks.input>, { client, operator }: Ctx) => {
    // the number first: what changes while the rows are read comes again by the stream
    const { epoch, seq } = hub;
    const ids = await fleetIds(readers, await reach(operator), after, size);
    const next = ids.length < size ? null : (ids.at(-1) ?? null);
    return { ...(await fleetRows(client, ids)), next, registered: await registered(client), epoch, seq };
  };
};

export const mapRoutes = (hub: Hub, views: FleetViews, readers: Pool): Served[] => [
  ...serve(map, {
    locks: partOf(hub, readers),
    view: (input, { client, operator }) => views.look(input, operator, client),
    lock: async ({ id }, { client }) => {
      const lock = await mapLock(client, id);
      if (!lock) throw new Refusal('notFound');
      return lock;
    },
    fences: (_, { client }) => shownFences(client),
    interests: (_, { client }) => shownInterests(client),
    lockFences: async ({ id }, { client }) => {
      const judging = await fencesOfLock(client, id);
      if (!judging) throw new Refusal('notFound');
      return judging;
    },
  }),

  ...serve(live, {
    stream: async (input, ctx) => {
      let seenBy = ctx.operator;
      const send: Watcher['send'] = (event, data) => ctx.send(event, newsFor(seenBy, event, data));
      const watcher: Watcher = { ...viewOf(ctx.operator, input), send, pending: ctx.pending };
      let { rights } = ctx.operator;
      let orgs = ctx.operator.orgIds.join();
      const from = input.epoch !== undefined && input.since !== undefined && { epoch: input.epoch, since: input.since };
      const stop = hub.watch(watcher, from || undefined);
      ctx.send('rights', { mark: rights });

      const recheck = async () => {
        const operator = await ctx.recheck();
        if (!operator) {
          ctx.send('end', { reason: 'session' });
          ctx.end();
          return;
        }
        if (operator.rights === rights && operator.orgIds.join() === orgs) return;
        seenBy = operator;
        Object.assign(watcher, viewOf(operator, input));
        if (operator.rights !== rights) ctx.send('rights', { mark: operator.rights });
        rights = operator.rights;
        orgs = operator.orgIds.join();
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
