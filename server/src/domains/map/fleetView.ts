import { setImmediate as breath } from 'node:timers/promises';
import type { LockPatch } from '@plomb/contract/live/live';
import { type FleetLock, type FleetView, fleetLocks, MOST_FOUND, MOST_HELD, type map } from '@plomb/contract/map/map';
import type { ClientBase, Pool } from 'pg';
import type { z } from 'zod';
import type { Hub } from '../../live/hub.ts';
import { openListing } from '../../lock/listing.ts';
import type { SessionOperator } from '../../platform/access.ts';
import type { Logger } from '../../platform/log.ts';
import { Refusal } from '../../platform/refusal.ts';
import { FleetIndex } from './fleetIndex.ts';
import { lookAt } from './lookAt.ts';
import { organisationsOf } from './onMapQueries.ts';
import { fleetIds, fleetRows, registered } from './queries.ts';

export interface FleetViews {
  /** what an operator sees of a part of the world; rows are read by `client`, in its scope */
  look(asked: z.output<typeof map.view.input>, operator: SessionOperator, client: ClientBase): Promise<FleetView>;
  /** keeps what is in memory right, and begins with it where somebody may need it */
  keep(): Promise<void>;
}

const PART = 5000;
/** Milliseconds after which the database is read anew, whatever was heard: a word that got lost is made good by then. */
const AGAIN = 30 * 60_000;
/** Looks that wait for the first reading; each has a connection of the requests' own, and they are few. */
const MOST_WAITING = 2;

/**
 * Where every lock is, kept in this process for houses whose fleets no browser holds: read once, then kept current by the
 * hub that tells the browsers, too. Only numbers come from here; a row that somebody sees is read from the database, under
 * row-level security.
 */
export const openFleetViews = (readers: Pool, hub: Hub, log: Logger): FleetViews => {
  const listing = openListing(readers, MOST_FOUND);
  let index: FleetIndex | null = null;
  let reading: Promise<FleetIndex> | null = null;
  let readAt = 0;
  /** since when something may be missing; null = nothing is */
  let missed: number | null = null;
  /** the same, of what the reading under way may have read before */
  let missedSince: number | null = null;
  let waiting = 0;
  /** what was told while a part was under way: newer than its rows */
  let told: Map<number, { orgId: number; patch: LockPatch | null }> | null = null;

  hub.follow({
    lock(orgId, patch) {
      if (told) told.set(patch.id, { orgId, patch: { ...told.get(patch.id)?.patch, ...patch } });
      index?.patch(orgId, patch);
    },
    left(orgId, id) {
      // who is in another one already has told where it is
      const known = told?.get(id);
      if (!known || known.orgId === orgId) told?.set(id, { orgId, patch: null });
      index?.left(orgId, id);
    },
    resync() {
      missed ??= Date.now();
      missedSince ??= Date.now();
    },
  });

  const readAll = async (): Promise<FleetIndex> => {
    missedSince = null;
    const filled = index ?? new FleetIndex();
    // heard from the first part on
    index = filled;
    filled.begin();
    try {
      for (let ids = await fleetIds(readers, null, 0, PART); ids.length > 0; ) {
        const news = new Map<number, { orgId: number; patch: LockPatch | null }>();
        told = news;
        for (const lock of fleetLocks(await fleetRows(readers, ids))) put(filled, lock, news.get(lock.id));
        ids = await fleetIds(readers, null, ids.at(-1) ?? 0, PART);
      }
      filled.end();
      readAt = Date.now();
      missed = missedSince;
      return filled;
    } catch (error) {
      // half of it is nothing
      if (readAt === 0) index = null;
      throw error;
    } finally {
      told = null;
    }
  };
  const read = (): Promise<FleetIndex> => {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  };
  const ready = async (): Promise<FleetIndex> => {
    if (index && readAt > 0) return index;
    if (waiting >= MOST_WAITING) throw new Refusal('unavailable');
    waiting += 1;
    return read().finally(() => {
      waiting -= 1;
    });
  };

  return {
    async look({ text, only, org, ...asked }, operator, client) {
      const now = Date.now();
      const search = text === '' ? null : await listing({ keyword: text, page: 1, size: MOST_FOUND }, { operator });
      const among = (search?.ids ?? only)?.filter((id) => !search || !only || only.includes(id)) ?? null;
      const looked = await lookAt(
        await ready(),
        operator.orgIds,
        {
          ...asked,
          only: among && new Set(among),
          orgs: org === undefined ? null : await organisationsOf(client, operator, org),
        },
        now,
        () => breath(),
      );
      const ids = new Set([...looked.drawn, ...looked.listed, ...(asked.chosen === undefined ? [] : [asked.chosen])]);
      const { now: at, ...rows } = await fleetRows(client, [...ids]);
      return { ...looked, rows, cut: search?.totalIsAtLeast ?? false, now: at, asOf: missed };
    },
    async keep() {
      if (index === null && (await registered(readers)) <= MOST_HELD) return;
      if (readAt > 0 && missed === null && Date.now() - readAt < AGAIN) return;
      const from = Date.now();
      const { size } = await read();
      log.info({ locks: size, ms: Date.now() - from }, 'the places of all locks were read for the map');
    },
  };
};

const put = (
  index: FleetIndex,
  lock: FleetLock,
  news: { orgId: number; patch: LockPatch | null } | undefined,
): void => {
  if (news?.patch === null && news.orgId === lock.org_id) return;
  index.put({ ...lock, ...news?.patch } as FleetLock);
};
