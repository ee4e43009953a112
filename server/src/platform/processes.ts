import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from './log.ts';
import { cut } from './postgres/pools.ts';
import { transaction } from './postgres/transaction.ts';

/** Who was not heard for this long is gone; heard is who could write its row. */
export const GONE_MS = 10_000;
export const BEAT_MS = 2000;
/** A process gives up before the others take over: between its last beat and now lies also what that beat took. */
const MARGIN_MS = 2000;
/** Whoever was not heard for this long, and is not found by another way either, is gone where it holds nothing. */
const SUSPECT_MS = 4000;
/** Clocks of machines that are looked after agree by far less. */
const NOTICEABLE_MS = 1000;

export interface Alive {
  id: string;
  roles: readonly string[];
}

/** Work that one process at a time may do, by name. */
export interface Exclusive {
  name: string;
  /** by the processes that are alive, in the order of their ids: whether it is this one's turn */
  isMine(alive: readonly Alive[]): boolean;
  begin(): void;
  /** resolves when nothing is under way any more */
  end(): Promise<void>;
}

export interface Processes {
  /** unlike any other that runs or ever ran */
  readonly id: string;
  /** before the first beat */
  share(work: Exclusive): void;
  /** ms since 1970 by the database's clock, which is the one clock of all processes */
  clock(): number;
  /** a quicker way to find out who is gone: which of these processes are not there, for all that can be told */
  suspectBy(missing: (ids: readonly string[]) => Promise<readonly string[]>): void;
  /** whether nobody can have taken it for gone: it was heard a moment ago */
  isSure(): boolean;
  /** whether this process alone holds it now */
  holds(name: string): boolean;
  /** tells that it is alive, says who is gone, and takes and gives what it may hold */
  beat(): Promise<void>;
  /** processes are gone, and what they left behind was put right */
  whenGone(run: (gone: readonly Alive[]) => void): void;
  /** this process was thought to be gone, and is there again */
  whenReturned(run: () => void): void;
  /** the database answers this process nothing, again and again, and it holds nothing any more */
  whenSilent(run: () => void): void;
  /** gives back everything at once */
  leave(): Promise<void>;
}

interface Options {
  roles: readonly string[];
  log: Logger;
  now?: () => number;
  /** the clock of this machine */
  wall?: () => number;
  /** ms that a beat may take where nothing else bounds it */
  patience?: () => number;
}

/**
 * The processes of the product know of each other by rows in the database, which also say who holds what only one may
 * hold. Whoever cannot reach the database for a while does not hold anything.
 */
export const openProcesses = (
  heart: Pool,
  { roles, log, now = () => performance.now(), wall = Date.now, patience = () => GONE_MS }: Options,
): Processes => {
  const id = randomUUID();
  const works = new Map<string, Exclusive>();
  const begun = new Set<string>();
  const ending = new Map<string, Promise<void>>();
  let whenSilent = (): void => undefined;
  /** beats that failed one after the other */
  let failures = 0;
  const whenGone: ((gone: readonly Alive[]) => void)[] = [];
  const whenReturned: (() => void)[] = [];
  /** when the latest beat that succeeded was begun */
  let heardAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  /** how far this machine's clock is behind the database's */
  let behind = 0;
  let missing: (ids: readonly string[]) => Promise<readonly string[]> = async () => [];

  const isSure = (): boolean => now() - heardAt < GONE_MS - MARGIN_MS;

  /** Two clocks cannot be compared closer than a question takes. */
  const compare = (asked: number, told: number): void => {
    const heard = wall();
    const found = told - (asked + heard) / 2;
    if (Math.abs(found - behind) < NOTICEABLE_MS + (heard - asked) / 2) return;
    log.warn({ seconds: found / 1000 }, "this machine's clock differs from the database's, which counts");
    behind = found;
  };

  /** Of those that were not heard lately: who is not there. One of them that holds something is left its whole time. */
  const suspects = async (): Promise<readonly string[]> => {
    const { rows } = await heart.query<{ id: string }>(
      `select id from process p where seen_time < now() - $1 * interval '1 ms' and id <> $2
         and not exists (select from lease where process_id = p.id)`,
      [SUSPECT_MS, id],
    );
    return rows.length > 0 ? missing(rows.map((row) => row.id)) : [];
  };

  const write = async (client: PoolClient, mayJudge: boolean, suspected: readonly string[]) => {
    const asked = wall();
    const { rows: own } = await client.query<{ isNew: boolean; clock: number }>(
      `insert into process (id, host, pid, roles) values ($1, $2, $3, $4)
       on conflict (id) do update set seen_time = now()
       returning xmax = 0 as "isNew", extract(epoch from clock_timestamp())::float8 * 1000 as clock`,
      [id, hostname(), process.pid, roles],
    );
    if (own[0]) compare(asked, own[0].clock);
    // whoever was cut off itself a moment ago cannot tell who is gone: the others could not write either
    const { rows: gone } = mayJudge
      ? await client.query<Alive>(
          `delete from process where id in (select id from process p where seen_time < now() - $1 * interval '1 ms'
               or id = any($2) and seen_time < now() - $3 * interval '1 ms'
                 and not exists (select from lease where process_id = p.id)
             order by id for update skip locked) returning id, roles`,
          [GONE_MS, suspected, SUSPECT_MS],
        )
      : { rows: [] };
    const { rows: alive } = await client.query<Alive>('select id, roles from process order by id');
    const { rows: held } = await client.query<{ name: string }>('select name from lease where process_id = $1', [id]);
    return { isNew: own[0]?.isNew === true, gone, alive, held: new Set(held.map(({ name }) => name)) };
  };

  const end = (work: Exclusive): Promise<void> => {
    if (begun.delete(work.name))
      ending.set(
        work.name,
        work
          .end()
          .catch((err) => log.error({ err, work: work.name }, 'what another process takes over did not end'))
          .finally(() => ending.delete(work.name)),
      );
    return ending.get(work.name) ?? Promise.resolve();
  };

  const take = async (work: Exclusive, isHeld: boolean, over: AbortSignal): Promise<void> => {
    if (begun.has(work.name) || ending.has(work.name)) return;
    if (!isHeld) {
      const { rowCount } = await heart.query(
        'insert into lease (name, process_id) values ($1, $2) on conflict do nothing',
        [work.name, id],
      );
      if (rowCount === 0 || over.aborted) return;
    }
    begun.add(work.name);
    work.begin();
  };

  const give = async (work: Exclusive): Promise<void> => {
    await end(work);
    await heart.query('delete from lease where name = $1 and process_id = $2', [work.name, id]);
  };

  const beat = async (over: AbortSignal): Promise<void> => {
    const at = now();
    const wasSure = isSure();
    const suspected = wasSure ? await suspects() : [];
    const { isNew, gone, alive, held } = await transaction(heart, (client) => write(client, wasSure, suspected));
    // it was heard, and they are gone, also where nobody waits for this beat any more
    const isReturned = isNew && heardAt > Number.NEGATIVE_INFINITY;
    heardAt = Math.max(heardAt, at);
    if (gone.length > 0) {
      log.warn({ gone: gone.map((one) => one.id) }, 'processes are gone');
      for (const run of whenGone) run(gone);
    }
    if (isReturned) for (const run of whenReturned) run();
    if (over.aborted) return;
    for (const work of works.values()) {
      // another may have held it meanwhile
      if (begun.has(work.name) && !held.has(work.name)) await end(work);
      if (over.aborted) return;
      const isMine = work.isMine(alive);
      if (isMine) await take(work, held.has(work.name), over);
      else if (held.has(work.name)) await give(work);
    }
  };

  /**
   * No beat outlasts what this process may believe of itself: a connection that is dead without a word from the network
   * answers nothing for a quarter of an hour, and what another takes over may be long in ending.
   */
  const bounded = async (): Promise<void> => {
    const over = new AbortController();
    const sureFor = heardAt + GONE_MS - MARGIN_MS - now();
    const limit = isSure() ? Math.min(patience(), sureFor) : patience();
    const late = new Promise<never>((_, reject) => {
      over.signal.addEventListener('abort', () => reject(new Error('the database did not answer in time')));
    });
    // a process that slept first reads what came meanwhile
    const timer = setTimeout(() => setImmediate(() => over.abort()), limit);
    try {
      await Promise.race([beat(over.signal), late]);
      failures = 0;
    } catch (error) {
      failures++;
      if (over.signal.aborted) cut(heart);
      throw error;
    } finally {
      clearTimeout(timer);
      if (!isSure()) for (const work of works.values()) void end(work);
      if (over.signal.aborted && !isSure() && failures > 1) whenSilent();
    }
  };

  return {
    id,
    whenGone: (run) => void whenGone.push(run),
    whenReturned: (run) => void whenReturned.push(run),
    whenSilent(run) {
      whenSilent = run;
    },
    share: (work) => void works.set(work.name, work),
    isSure,
    clock: () => wall() + behind,
    suspectBy(by) {
      missing = by;
    },
    holds: (name) => begun.has(name) && isSure(),
    beat() {
      running ??= bounded().finally(() => {
        running = null;
      });
      return running;
    },
    async leave() {
      await running?.catch(() => undefined);
      await Promise.all(Array.from(works.values(), end));
      await heart.query('delete from process where id = $1', [id]);
    },
  };
};
