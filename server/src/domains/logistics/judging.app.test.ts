import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { VERDICT_RULES } from '@plomb/contract/logistics/judged';
import type { JourneyFacts } from '@plomb/contract/logistics/verdict';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import type { Reading, Tables } from '../../platform/serve.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { ago, at, buildBatches, destination, minutes, stop } from '../../testing/batches.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import { tracksOfLocks } from '../../tracksOfLocks.ts';
import { judge as judgeOne } from './journey.routes.ts';
import { openJudging } from './judging.ts';
import { keep } from './kept.ts';
import { followWords } from './words.ts';

const { logisticsBatches, journeys } = logisticsCalls;
let api: TestApi;
let batches: Awaited<ReturnType<typeof buildBatches>>;
const days = 30;
/** What the jobs do of themselves. */
let judge: () => Promise<void>;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 90 });
  batches = await buildBatches(api);
  judge = openJudging(api.pools, { tracksOf: tracksOfLocks, keptDays: () => days });
});
afterAll(() => api.stop());

const listed = async (id: number) => {
  const { rows } = await batches.calls.ok(logisticsBatches.list, { tab: 'all', size: 100 });
  const { verdict, why, judging, judged_time } = rows.find((row) => row.id === id)!;
  return { verdict, why: why?.code ?? null, judging, isJudged: judged_time !== null };
};
const columns = async (id: number) =>
  (await api.owner.query('select * from logistics_batch where id = $1', [id])).rows[0]!;
/** With a lock that told all of its way, and was opened at the destination ten minutes ago. */
const arrived = async () => {
  const { org, planned, lockOf, says, reports } = batches;
  const lock = await buildDevice(api.db, org);
  const { id } = await planned([lockOf(lock)]);
  await says(lock, [0, 2], { ago: 60 });
  await reports(lock, 60, 10);
  await followWords(api.db as unknown as Pool);
  await says(lock, [2, 0], { ago: 10, place: destination });
  await followWords(api.db as unknown as Pool);
  return { id, lock };
};
/** Since an hour. */
const isOver = async (id: number) => {
  await api.owner.query('alter table logistics_batch disable trigger user');
  await api.owner.query(
    "update logistics_batch set end_time = end_time - interval '1 hour', transit_time = transit_time - interval '1 hour' where id = $1",
    [id],
  );
  await api.owner.query('alter table logistics_batch enable trigger user');
};
/** Its reports are past keeping. */
const forget = async (id: number) => {
  await api.owner.query('alter table logistics_batch disable trigger user');
  await api.owner.query(
    "update logistics_batch set transit_time = transit_time - interval '400 days', create_time = create_time - interval '400 days' where id = $1",
    [id],
  );
  await api.owner.query('alter table logistics_batch enable trigger user');
};

describe('a batch keeps its verdict', () => {
  it('from when it leaves, without anybody looking, and says so while it is not judged yet', async () => {
    const { onTheRoad, qr, planned } = batches;
    const draft = await planned([qr()]);
    const { id } = await onTheRoad([qr()]);
    expect(await listed(id)).toEqual({ verdict: null, why: null, judging: true, isJudged: false });
    await judge();
    expect(await listed(id)).toEqual({ verdict: 'intact', why: 'no_lock', judging: false, isJudged: true });
    expect(await listed(draft.id)).toEqual({ verdict: null, why: null, judging: false, isJudged: false });
    expect(await columns(id)).toMatchObject({ judged_rules: VERDICT_RULES, judge_time: expect.any(Date) });
  });
  it('and it changes with what is told, also of one that ended', async () => {
    const { calls, onTheRoad, qr, told } = batches;
    const { id, numbers } = await onTheRoad([qr()]);
    await calls.ok(field.unseal, await told(numbers[0], at(destination)));
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'intact', judging: false });
    // nothing of it changes by time alone, once what was told of its last minutes is in
    const { end_time, judge_time } = await columns(id);
    expect(judge_time.getTime() - end_time.getTime()).toBe(15 * 60_000);
    await isOver(id);
    await api.owner.query("update logistics_batch set judge_time = now() - interval '1 second' where id = $1", [id]);
    await judge();
    expect(await columns(id)).toMatchObject({ judge_time: null });
    await api.owner.query(
      `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'late_evidence', 'operation', now())`,
      [batches.org, id],
    );
    expect(await listed(id)).toMatchObject({ judging: true });
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'breached', why: 'late_evidence', judging: false });
  });
  it('when a report of its way comes late, and when a word of its lock cannot be followed', async () => {
    const { id, lock } = await arrived();
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'intact', judging: false });
    await batches.reports(lock, 40, 35, { north: 0.001 });
    expect(await listed(id)).toMatchObject({ judging: true });
    await judge();
    expect(await listed(id)).toMatchObject({ judging: false });
    // of now it says nothing of a batch that is over
    await batches.reports(lock, 3, 0);
    expect(await listed(id)).toMatchObject({ judging: false });
  });
  it('when a patrol becomes due though nothing is told', async () => {
    const { onTheRoad, qr } = batches;
    const { id } = await onTheRoad([qr()], { stops: [{ ...stop, plan_time: minutes(2), patrol: true }] });
    await judge();
    const before = await columns(id);
    expect(before.verdict).toBe('intact');
    expect(before.judge_time.getTime() - Date.now()).toBeLessThanOrEqual(2 * 60_000);
    await api.owner.query("update logistics_batch set judge_time = now() - interval '1 second' where id = $1", [id]);
    expect(await listed(id)).toMatchObject({ judging: true });
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'intact', judging: false });
  });
  it('as its page shows it: whoever opens that writes what is new', async () => {
    const { calls, onTheRoad, qr, told, journey } = batches;
    const { id, numbers } = await onTheRoad([qr()]);
    await calls.ok(field.unseal, await told(numbers[0], at(destination)));
    expect((await journey(id)).verdict).toBe('intact');
    expect(await listed(id)).toEqual({ verdict: 'intact', why: 'no_lock', judging: false, isJudged: true });
    // one that says otherwise, however that came about, is put right
    await api.owner.query("update logistics_batch set verdict = 'gap' where id = $1", [id]);
    expect((await journey(id)).verdict).toBe('intact');
    expect(await listed(id)).toMatchObject({ verdict: 'intact' });
  });
  it('in the sight of its own organisation, whoever looks', async () => {
    const { id, lock } = await arrived();
    const above = (await api.owner.query('select id from organisation where parent_id is null')).rows[0]!.id;
    const root = await api.signedIn(await buildOperator(api.db, above));
    // whoever has the lock by now sees what it told; the organisation that the batch is of does not
    await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, await buildOrganisation(api.db)]);
    const seen = await Promise.all([root, batches.calls].map((who) => who.ok(journeys.detail, { id })));
    expect(seen.map(({ verdict }) => verdict)).toEqual(['gap', 'gap']);
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'gap', why: 'track_gone' });
  });
  it('past the keeping of its reports, with what is told since added to it', async () => {
    const { id } = await arrived();
    await judge();
    await forget(id);
    const kept = await batches.journey(id);
    expect(kept).toMatchObject({
      verdict: 'intact',
      ways: [{ kept: false, drawn: false, runs: [] }],
      judged: { kept: true, rules: VERDICT_RULES },
    });
    expect(kept.reasons.map(({ code }) => code)).toEqual(['lock_closed']);
    expect(await listed(id)).toMatchObject({ verdict: 'intact' });
    await api.owner.query(
      `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'reported', 'person', now())`,
      [batches.org, id],
    );
    await judge();
    expect(await listed(id)).toMatchObject({ verdict: 'gap', why: 'reported' });
    const { reasons } = await batches.journey(id);
    expect(reasons.map(({ code }) => code)).toEqual(['reported', 'lock_closed']);
  });
  it('judged by other rules it is judged anew, as long as it can be', async () => {
    const [one, old] = [await arrived(), await arrived()];
    await judge();
    await forget(old.id);
    await api.owner.query('update logistics_batch set judged_rules = 0 where id = any($1)', [[one.id, old.id]]);
    await openJudging(api.pools, { tracksOf: tracksOfLocks, keptDays: () => days })();
    expect((await columns(one.id)).judged_rules).toBe(VERDICT_RULES);
    expect((await columns(old.id)).judged_rules).toBe(0);
  });
  it('and one that cannot be judged keeps no other from it, and is said', async () => {
    const { onTheRoad, qr } = batches;
    const bad = await arrived();
    const good = await onTheRoad([qr()]);
    const failing = openJudging(api.pools, {
      keptDays: () => days,
      tracksOf: async (asked, ...rest) => {
        if (asked.ids.includes(bad.lock.id)) throw new Error('no track');
        return tracksOfLocks(asked, ...rest);
      },
    });
    await expect(failing()).rejects.toThrow('no track');
    expect(await listed(good.id)).toMatchObject({ verdict: 'intact', judging: false });
    expect(await listed(bad.id)).toMatchObject({ verdict: null, judging: true });
    // again, and not at once
    await failing();
    await api.owner.query('update batch_told set next_time = now()');
    await judge();
    expect(await listed(bad.id)).toMatchObject({ verdict: 'intact' });
  });
});

it('what is told while it is judged is not lost', async () => {
  const { id } = await arrived();
  let isTold = false;
  await openJudging(api.pools, {
    keptDays: () => days,
    tracksOf: async (...asked) => {
      if (!isTold)
        await api.owner.query(
          `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'reported', 'person', now())`,
          [batches.org, id],
        );
      isTold = true;
      return tracksOfLocks(...asked);
    },
  })();
  await judge();
  expect(await listed(id)).toMatchObject({ verdict: 'gap', why: 'reported', judging: false });
});

it('nor what began to be told before it, and is known after it', async () => {
  const { id } = await arrived();
  await judge();
  const slow = await api.owner.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'late_evidence', 'operation', now())`,
      [batches.org, id],
    );
    // later told, and known earlier
    await api.owner.query('insert into batch_told (org_id, batch_id) values ($1, $2)', [batches.org, id]);
    let isKnown = false;
    await openJudging(api.pools, {
      keptDays: () => days,
      tracksOf: async (...asked) => {
        const tracks = await tracksOfLocks(...asked);
        if (!isKnown) await slow.query('commit');
        isKnown = true;
        return tracks;
      },
    })();
  } finally {
    slow.release();
  }
  await judge();
  expect(await listed(id)).toMatchObject({ verdict: 'breached', why: 'late_evidence', judging: false });
});
it('nor is it struck off by whoever began earlier, where another has kept a verdict meanwhile that may not know of it', async () => {
  const { id } = await arrived();
  await judge();
  await api.owner.query(
    `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'reported', 'person', now())`,
    [batches.org, id],
  );
  const { judged_time } = await columns(id);
  const { rows } = await api.owner.query<{ id: number }>('select id from batch_told where batch_id = $1', [id]);
  const earlier = { verdict: 'intact' as const, reasons: [], at: judged_time.getTime() - 1, rules: VERDICT_RULES };
  const found = {
    ...{ batch: { judged_time: null }, judged: earlier, kept: false, facts: {} as JourneyFacts },
    told: rows.map((one) => one.id),
  };
  expect(await keep(api.owner as unknown as ClientBase, id, found)).toBe(false);
  expect(await listed(id)).toMatchObject({ judging: true });
  await judge();
  expect(await listed(id)).toMatchObject({ verdict: 'gap', why: 'reported', judging: false });
});
it('nor by whoever began earlier and read later: who began later and knows less writes nothing over that', async () => {
  const { id } = await arrived();
  await judge();
  const [early, late] = [await api.pools.app.connect(), await api.pools.app.connect()];
  const found = (client: PoolClient) => {
    const operator = { orgIds: [batches.org], grants: new Set() } as unknown as Reading['operator'];
    const deps = { tracksOf: tracksOfLocks, keptDays: () => days };
    return judgeOne(id, { client, db: kyselyOn<Tables>(client), operator }, deps);
  };
  try {
    for (const client of [early, late])
      await client.query(`begin; select set_config('plomb.orgs', '${batches.org}', true)`);
    const unknowing = await found(late);
    await api.owner.query(
      `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, 'late_evidence', 'operation', now())`,
      [batches.org, id],
    );
    expect(await keep(early, id, await found(early))).toBe(true);
    await early.query('commit');
    expect(await keep(late, id, unknowing)).toBe(false);
    await late.query('commit');
  } finally {
    early.release();
    late.release();
  }
  expect(await listed(id)).toMatchObject({ verdict: 'breached', why: 'late_evidence', judging: false });
});
it('what was seen by a track stays done as statistics count it, also when that can be read no more', async () => {
  const { org, planned, lockOf, says, reports, qr, blank, told, calls } = batches;
  const lock = await buildDevice(api.db, org);
  const stops = [{ ...stop, plan_time: minutes(-24), patrol: true }];
  const { id, at: positions } = await planned([lockOf(lock), qr()], { stops });
  const number = await blank();
  await calls.ok(field.seal, await told(number, { position: positions[1], ...ago(60) }));
  await says(lock, [0, 2], { ago: 60 });
  await followWords(api.db as unknown as Pool);
  await reports(lock, 60, 0, { east: stop.lon, by: 0 });
  await calls.ok(
    field.patrol,
    await told(number, { lat: undefined, lon: undefined, accuracy: undefined, reason: 'no fix', ...ago(20) }),
  );
  const seen = async () => (await api.owner.query('select seen from batch_patrol where batch_id = $1', [id])).rows;
  await judge();
  expect(await seen()).toEqual([{ seen: 1 }]);
  await forget(id);
  await api.owner.query('insert into batch_told (org_id, batch_id) values ($1, $2)', [org, id]);
  await judge();
  expect(await batches.journey(id)).toMatchObject({ judged: { kept: true } });
  expect(await seen()).toEqual([{ seen: 1 }]);
});
it('a report that comes late is told, also by a lock whose clock runs ahead', async () => {
  const { id, lock } = await arrived();
  await judge();
  expect(await listed(id)).toMatchObject({ judging: false });
  await api.owner.query('update lock_state set clock_offset_ms = 3600000 where device_id = $1', [lock.id]);
  // of forty to thirty minutes ago, as that clock has it
  await batches.reports(lock, -20, -30, { north: 0.001 });
  expect(await listed(id)).toMatchObject({ judging: true });
});
it('a report that waited to be stored is told, however soon it was received', async () => {
  const { id, lock } = await arrived();
  await judge();
  expect(await listed(id)).toMatchObject({ judging: false });
  await api.owner.query(
    `insert into position (device_id, org_id, device_time, receive_time, serial, part, hash, msg_type, report_reson, fault, lat, lon, velocity,
       lock_status, authenticated, raw, replay)
     select $1, $2, at, at, 900, 0, 1, 1, 0, 0, 30, 121.5, 60, 2, true, '\\x00', false from (select now() - interval '30 minutes' as at) r`,
    [lock.id, batches.org],
  );
  expect(await listed(id)).toMatchObject({ judging: true });
});
it("one that is over stays as it was judged, whatever its lock's clock is thought to be by now", async () => {
  const { id, lock } = await arrived();
  await judge();
  await api.owner.query('update lock_state set clock_offset_ms = 1800000 where device_id = $1', [lock.id]);
  // a minute before it might still be judged by what comes in time
  expect(await batches.journey(id)).toMatchObject({ verdict: 'gap' });
  await api.owner.query('update lock_state set clock_offset_ms = 0 where device_id = $1', [lock.id]);
  expect(await batches.journey(id)).toMatchObject({ verdict: 'intact' });
  await api.owner.query("update logistics_batch set judged_time = end_time + interval '15 minutes' where id = $1", [
    id,
  ]);
  await api.owner.query('update lock_state set clock_offset_ms = 1800000 where device_id = $1', [lock.id]);
  expect(await batches.journey(id)).toMatchObject({ verdict: 'intact', judged: { kept: false } });
  expect(await listed(id)).toMatchObject({ verdict: 'intact', judging: false });
});

it('one that somebody holds is left for a moment, and judged then', async () => {
  const { id } = await arrived();
  const holder = await api.owner.connect();
  let judgings = 0;
  const counting = openJudging(api.pools, {
    keptDays: () => days,
    tracksOf: (...asked) => {
      judgings++;
      return tracksOfLocks(...asked);
    },
  });
  try {
    await holder.query('begin');
    await holder.query('select from logistics_batch where id = $1 for update', [id]);
    await counting();
    expect(judgings).toBe(1);
    expect(await listed(id)).toMatchObject({ verdict: null, judging: true });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await api.owner.query('update batch_told set next_time = now() where batch_id = $1', [id]);
  await counting();
  expect(await listed(id)).toMatchObject({ verdict: 'intact', judging: false });
});

describe('the list', () => {
  it('opens on what is under way, the gravest first, and all is there for whoever looks for it', async () => {
    const org = await buildOrganisation(api.db);
    const own = await buildBatches(api);
    expect(org).not.toBe(own.org);
    const { calls, onTheRoad, qr, told, planned } = own;
    const [well, gap, bad, done, old] = [
      ...[await onTheRoad([qr()]), await onTheRoad([qr()]), await onTheRoad([qr()]), await onTheRoad([qr()])],
      await onTheRoad([qr()]),
    ] as const;
    const draft = await planned([qr()]);
    for (const [{ id }, cause] of [
      [gap, 'reported'],
      [bad, 'seal_abnormal'],
    ] as const)
      await api.owner.query(
        `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, $3, 'person', now())`,
        [own.org, id, cause],
      );
    for (const one of [done, old])
      await calls.ok(field.unseal, await told(one.numbers[0], { ...at(destination), ...ago(0) }));
    await judge();
    await forget(old.id);
    await api.owner.query('alter table logistics_batch disable trigger user');
    await api.owner.query("update logistics_batch set end_time = end_time - interval '5 days' where id = $1", [old.id]);
    await api.owner.query('alter table logistics_batch enable trigger user');
    const found = async (filter: object) => {
      const { rows, total } = await calls.ok(logisticsBatches.list, filter);
      expect(total).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    const today = new Date(Date.now() - 3_600_000).toISOString();
    expect(await found({ today })).toEqual([bad.id, gap.id, well.id, draft.id, done.id]);
    expect(await found({ tab: 'breached', today })).toEqual([bad.id]);
    expect(await found({ tab: 'gap', today })).toEqual([gap.id]);
    expect(await found({ tab: 'all' })).toEqual([bad.id, gap.id, well.id, draft.id, done.id, old.id]);
    // what is looked for is looked for in all of them
    expect(await found({ keyword: old.numbers[0] })).toEqual([old.id]);
    expect(await found({ verdict: ['intact'] })).toEqual([well.id, done.id, old.id]);
    expect(await found({ verdict: ['intact'], tab: 'current', today })).toEqual([well.id, done.id]);
    expect(await calls.ok(logisticsBatches.counts, { today })).toEqual({
      ...{ current: 5, in_transit: 3, late: 0, gap: 1, breached: 1, to_seal: 1, done_today: 1, all: 6 },
    });
  });
});

describe('journeys are counted', () => {
  const { sealFigures } = sealCalls;
  it('by verdict, reason, carrier and owner, once they are over, and a number is its rows', async () => {
    const own = await buildBatches(api);
    const { calls, onTheRoad, qr, told } = own;
    const over = async (carrier: string, ...causes: string[]) => {
      const { id, numbers } = await onTheRoad([qr()], { carrier });
      for (const cause of causes)
        await api.owner.query(
          `insert into batch_step (org_id, batch_id, step, cause, source, at) values ($1, $2, 5, $3, 'person', now())`,
          [own.org, id, cause],
        );
      await calls.ok(field.unseal, await told(numbers[0], at(destination)));
      return id;
    };
    const well = await over('ZPC');
    const gap = await over('ZPC', 'reported');
    const bad = await over('NB', 'reported', 'seal_abnormal');
    await onTheRoad([qr()]);
    await judge();
    const unjudged = await over('NB');
    const time = { view: 'journeys' as const, from: minutes(-60), to: minutes(60) };
    const ofAll = await calls.ok(sealFigures.list, time);
    expect([ofAll.series, ofAll.total]).toEqual([{ intact: 1, gap: 1, breached: 1, unjudged: 1 }, 4]);
    // the last of them is being judged; of all that was on the road, as patrols are counted, so is that one
    expect(ofAll.judging).toBe(1);
    expect(await calls.ok(sealFigures.list, { ...time, view: 'patrols' })).toMatchObject({ judging: 1 });
    expect(await calls.ok(sealFigures.list, { ...time, to: minutes(-30) })).toMatchObject({ judging: 0 });
    const counts = ({ rows }: { rows: { key: string; count: number }[] }) =>
      Object.fromEntries(rows.map(({ key, count }) => [key, count]));
    expect(counts(ofAll.reason)).toEqual({ reported: 2, seal_abnormal: 1 });
    expect(counts(ofAll.carrier)).toEqual({ ZPC: 2, NB: 2 });
    expect(counts(ofAll.person)).toEqual({ [own.guard.id]: 4 });
    for (const [narrow, ids] of [
      [{ series: 'gap' }, [gap]],
      [{ reason: 'reported' }, [bad, gap]],
      [{ carrier: 'NB' }, [unjudged, bad]],
      [{ carrier: 'ZPC', series: 'intact' }, [well]],
      [{ operator_id: own.guard.id }, [unjudged, bad, gap, well]],
    ] as const) {
      const { rows } = await calls.ok(sealFigures.rows, { ...time, ...narrow });
      expect(rows.map(({ batch_id }) => batch_id)).toEqual(ids);
      expect((await calls.ok(sealFigures.list, { ...time, ...narrow })).total).toBe(ids.length);
    }
    const { rows } = await calls.ok(sealFigures.rows, { ...time, series: 'breached' });
    expect(rows).toMatchObject([
      { reasons: ['seal_abnormal', 'reported'], object: 'NB', number: expect.stringContaining('浙L') },
    ]);
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect(await stranger.ok(sealFigures.list, time)).toMatchObject({ total: 0 });
  });
});
