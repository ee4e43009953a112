import { randomBytes } from 'node:crypto';
import { calls } from '@plomb/contract/calls';
import type { IssueState, RolloutState } from '@plomb/contract/firmware/steps';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { holding } from '../../testing/queue.ts';
import { advanceRollouts } from './advance.ts';
import { openUpgrades } from './queue.ts';

const { firmware, firmwareRollouts } = calls;
let api: TestApi;
let caller: Caller;
let who: number;
let org: number;
let lock: BuiltDevice;
let firmwareId: number;
beforeAll(async () => {
  api = await startApi();
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
  org = await buildOrganisation(api.db);
  const operator = await buildOperator(api.db, org);
  who = operator.id;
  caller = await api.signedIn(operator);
  lock = await buildDevice(api.db, org);
  const { rows } = await api.db.query<{ type: number }>('select device_type_id as type from device where id = $1', [
    lock.id,
  ]);
  const bytes = Buffer.concat([Buffer.of(0, 1, 2, 3), randomBytes(3000)]);
  const { path } = (await caller.upload(firmware.upload, {}, { bytes })).data;
  const said = { firmware_version: '2.1', firmware_path: path, maker_code: 'HHD', signature: '', remark: '' };
  firmwareId = (await caller.ok(firmware.add, { device_type_id: rows[0]!.type, ...said })).id;
  await caller.ok(firmware.publish, { id: firmwareId });
});
afterAll(() => api.stop());

/** A roll-out of one lock, how far the lock is, and whether it has said that it took it and its failure was seen. */
interface Model {
  rollout: RolloutState;
  issue: IssueState;
  answered: boolean;
  accepted: boolean;
}
const isOver = (issue: IssueState) => ['success', 'failed', 'cancelled', 'timed_out'].includes(issue);
const isFailure = (issue: IssueState) => issue === 'failed' || issue === 'timed_out';

/** As agreed (domain.md §12, decision 0061), apart from what the product goes by: where each event leads; null: nowhere. */
const agreed = {
  /** what the leading process does by itself */
  turn({ rollout, issue, accepted }) {
    if (rollout !== 'running') return null;
    if (isFailure(issue) && !accepted) return { rollout: 'stopped' };
    if (isOver(issue)) return { rollout: 'done' };
    return issue === 'created' ? { issue: 'queued' } : null;
  },
  claim: ({ rollout, issue }) => (rollout === 'running' && issue === 'queued' ? { issue: 'sending' } : null),
  allParts: ({ issue, answered }) => (issue === 'sending' && !answered ? { issue: 'verifying' } : null),
  taken: ({ issue, answered }) =>
    (issue === 'sending' || issue === 'verifying') && !answered ? { issue: 'verifying', answered: true } : null,
  refused: ({ issue, answered }) =>
    (issue === 'sending' || issue === 'verifying') && !answered ? { issue: 'failed' } : null,
  version: ({ issue, answered }) => (issue === 'verifying' && answered ? { issue: 'success' } : null),
  otherSince: ({ issue, answered }) => (issue === 'verifying' && answered ? { issue: 'failed' } : null),
  /** over the connection it answered by: perhaps it has not started anew */
  otherBefore: () => null,
  pause: ({ rollout }) => (rollout === 'running' ? { rollout: 'paused' } : null),
  /** what failed while it was paused is not seen by that, and stops it */
  resume({ rollout, issue }) {
    if (rollout === 'paused') return { rollout: 'running' };
    return rollout === 'stopped' ? { rollout: 'running', accepted: isFailure(issue) } : null;
  },
  end({ rollout, issue }) {
    if (!['running', 'paused', 'stopped'].includes(rollout)) return null;
    return { rollout: 'ended', ...((issue === 'created' || issue === 'queued') && { issue: 'cancelled' }) };
  },
  again({ rollout, issue }) {
    if (rollout === 'ended' || !isFailure(issue)) return null;
    return { issue: 'created', answered: false, accepted: false, rollout: rollout === 'done' ? 'running' : rollout };
  },
} satisfies Record<string, (at: Model) => Partial<Model> | null>;
type Event = keyof typeof agreed;
const events = Object.keys(agreed) as Event[];
const after = (event: Event, at: Model): Model => ({ ...at, ...(agreed[event](at) as Partial<Model> | null) });

const starts: Model[] = (['running', 'paused', 'stopped', 'ended', 'done'] as const).flatMap((rollout) =>
  (['created', 'queued', 'sending', 'verifying', 'success', 'failed', 'cancelled', 'timed_out'] as const)
    .filter((issue) =>
      rollout === 'done' ? isOver(issue) : rollout !== 'ended' || !['created', 'queued'].includes(issue),
    )
    .filter((issue) => issue !== 'cancelled' || rollout === 'ended')
    .flatMap((issue) => {
      const start = { rollout, issue, accepted: false };
      if (issue === 'verifying') return [false, true].map((answered) => ({ ...start, answered }));
      return [{ ...start, answered: issue === 'success' }];
    }),
);
const named = (start: Model) => ({
  start,
  of: `${start.issue}${start.issue === 'verifying' && start.answered ? ', taken' : ''}, of a roll-out that is ${start.rollout}`,
});

interface Placed {
  id: number;
  issueId: number;
}
const place = async ({ rollout, issue, answered }: Model): Promise<Placed> => {
  await api.owner.query('delete from firmware_rollout where firmware_id = $1', [firmwareId]);
  await api.owner.query(
    'update lock_state set electric = 80, receive_time = now(), lock_status = 0, ver = $2 where device_id = $1',
    [lock.id, 'old'],
  );
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into firmware_rollout (org_id, firmware_id, operator_id, oper_name, login_name, canary, wave_size, hours, state, start_time, deadline)
     values ($1, $2, $3, 'x', 'x', 1, 1, 24, $4, case when $4 <> 'draft' then now() end, case when $4 <> 'draft' then now() + interval '1 day' end) returning id`,
    [org, firmwareId, who, rollout],
  );
  const { id } = rows[0]!;
  const wasSent = !['created', 'queued', 'cancelled'].includes(issue);
  const { rows: issues } = await api.owner.query<{ id: number }>(
    `insert into firmware_issue (rollout_id, device_id, org_id, sn, firmware_id, firmware_version, refusal, wave, former_version, state,
       send_time, serial, parts, parts_total, answer_time, answer_serial, end_time, cause)
     values ($1, $2, $3, $4, $5, '2.1', '', 0, 'old', $6, case when $7 then now() end, case when $7 then 70 end, 0, 4,
       case when $8 then now() end, case when $8 then 5 end, case when $9 then now() end, case $6 when 'failed' then 'refused' when 'timed_out' then 'silent' end)
     returning id`,
    [id, lock.id, org, lock.sn, firmwareId, issue, wasSent, answered, isOver(issue)],
  );
  return { id, issueId: issues[0]!.id };
};
const found = async ({ id, issueId }: Placed) => {
  const { rows } = await api.owner.query(
    'select row_to_json(r) as rollout, row_to_json(i) as issue from firmware_rollout r, firmware_issue i where r.id = $1 and i.id = $2',
    [id, issueId],
  );
  return rows[0] as {
    rollout: { state: RolloutState; accepted: number };
    issue: { state: IssueState; answer_time: string | null };
  };
};
const modelOf = ({ rollout, issue }: Awaited<ReturnType<typeof found>>): Omit<Model, 'accepted'> => ({
  ...{ rollout: rollout.state, issue: issue.state },
  answered: issue.answer_time !== null,
});
const shown = ({ accepted: _, ...model }: Model) => model;

const queue = () =>
  openUpgrades(api.db, {
    gateway: 'g',
    owned: holding(api.db, 'g'),
    storage: api.storage,
    publicKey: '',
    deviceTouched: () => undefined,
  });
const minute = 60_000;
/** How each event comes about; whether it was granted where somebody is answered. */
const happen: Record<Event, (at: Placed) => Promise<boolean | null>> = {
  turn: () => advanceRollouts(api.db).then(() => null),
  claim: () =>
    queue()
      .claim(lock.id)
      .then(() => null),
  allParts: ({ issueId }) =>
    queue()
      .arrived(issueId, 70, 4, 4)
      .then(() => null),
  taken: () =>
    queue()
      .answered(lock.id, 'taken', 7)
      .then(() => null),
  refused: () =>
    queue()
      .answered(lock.id, 'refused', 7)
      .then(() => null),
  version: () =>
    queue()
      .told(lock.id, '2.1', Date.now())
      .then(() => null),
  otherSince: () =>
    queue()
      .told(lock.id, 'other', Date.now() + minute)
      .then(() => null),
  otherBefore: () =>
    queue()
      .told(lock.id, 'other', Date.now() - minute)
      .then(() => null),
  pause: ({ id }) => granted(firmwareRollouts.pause, id),
  resume: ({ id }) => granted(firmwareRollouts.resume, id),
  end: ({ id }) => granted(firmwareRollouts.end, id),
  again: ({ id }) => granted(firmwareRollouts.again, id),
};
const granted = async (call: (typeof firmwareRollouts)['pause' | 'resume' | 'end' | 'again'], id: number) =>
  (await caller.call(call, { id, reason: 'as the table says' })).verify.sign === 'success';
const byPerson = new Set<Event>(['pause', 'resume', 'end', 'again']);

describe.each(events)('%s', (event) => {
  it.each(starts.map(named))('of a lock that is $of', async ({ start }) => {
    const at = await place(start);
    const leads = agreed[event](start) !== null;
    expect(await happen[event](at)).toBe(byPerson.has(event) ? leads : null);
    const once = await found(at);
    expect(modelOf(once)).toEqual(shown(after(event, start)));
    // what comes again changes nothing; what the leading process does next it does by itself
    if (event === 'turn') return;
    expect(await happen[event](at)).toBe(byPerson.has(event) ? false : null);
    expect(await found(at)).toEqual(once);
  });
});

const seal = (status: number) =>
  api.owner.query('update lock_state set lock_status = $2 where device_id = $1', [lock.id, status]);
/** What it was sent does not leave it as it is: it waits again, unless nothing goes on any more. */
const held = (start: Model): Model => {
  const isOut = start.issue === 'sending' || (start.issue === 'verifying' && !start.answered);
  return isOut && start.rollout !== 'ended' ? { ...start, issue: 'queued' } : start;
};

it.each([
  ['draft', 'created', false],
  ['stopped', 'timed_out', false],
  ['paused', 'created', true],
] as const)(
  'of a roll-out that is %s, with a lock that is %s, it is planned what is due: %s',
  async (rollout, issue, isDue) => {
    await place({ rollout, issue, answered: false, accepted: false });
    let asked = 0;
    const counted = {
      query: (...of: Parameters<Pool['query']>) => {
        asked++;
        return api.db.query(...of);
      },
    };
    await advanceRollouts(counted as unknown as Pool);
    expect(asked > 1).toBe(isDue);
  },
);
describe('a lock that is sealed waits again', () => {
  it.each(starts.map(named))('of a lock that is $of', async ({ start }) => {
    const at = await place(start);
    await seal(LockStatus.sealedLocked);
    await happen.turn(at);
    expect(modelOf(await found(at))).toEqual(shown(after('turn', held(start))));
  });

  const again = starts.filter(({ rollout, issue }) => issue === 'sending' && rollout !== 'ended');
  it.each(again.flatMap((start) => events.map((event) => ({ ...named(start), event }))))(
    'and $event is what it is to one that waits, of a roll-out that is $start.rollout',
    async ({ start, event }) => {
      const at = await place(start);
      await seal(LockStatus.sealedLocked);
      await happen.turn(at);
      await seal(LockStatus.unsealedLocked);
      const waiting: Model = { ...start, issue: 'queued' };
      expect(modelOf(await found(at))).toEqual(shown(waiting));
      await happen[event](at);
      // it may have it whole without our knowing
      const said =
        event === 'taken' ? { issue: 'verifying', answered: true } : event === 'refused' && { issue: 'failed' };
      const then = said ? { ...waiting, ...(said as Partial<Model>) } : after(event, waiting);
      expect(modelOf(await found(at))).toEqual(shown(then));
    },
  );

  it('but not when it has said that it took it, whoever writes', async () => {
    const at = await place({ rollout: 'running', issue: 'verifying', answered: true, accepted: false });
    await expect(
      api.db.query("update firmware_issue set state = 'queued' where id = $1", [at.issueId]),
    ).rejects.toMatchObject({ constraint: 'firmware_step' });
  });
});

describe('of two things that happen at once one comes after the other', () => {
  const open = starts.filter(({ rollout, issue }) => rollout === 'running' && (!isOver(issue) || issue === 'failed'));
  // of two that lead nowhere neither changes what the other finds
  const pairs = open.flatMap((start) =>
    events.flatMap((one, i) =>
      events
        .slice(i)
        .filter((other) => agreed[one](start) !== null || agreed[other](start) !== null)
        .map((other) => ({ ...named(start), one, other })),
    ),
  );
  const answered = (event: Event, at: Model) => (byPerson.has(event) ? agreed[event](at) !== null : null);
  it.each(pairs)('$one and $other, of a lock that is $of', async ({ start, one, other }) => {
    const at = await place(start);
    const said = await Promise.all([happen[one](at), happen[other](at)]);
    const serial = [
      {
        said: [answered(one, start), answered(other, after(one, start))],
        model: shown(after(other, after(one, start))),
      },
      {
        said: [answered(one, after(other, start)), answered(other, start)],
        model: shown(after(one, after(other, start))),
      },
    ];
    // a roll-out that somebody holds is passed over until the next turn
    const isPassed = one === 'turn' && byPerson.has(other);
    const passed = { said: [null, answered(other, start)], model: shown(after(other, start)) };
    expect(isPassed ? [...serial, passed] : serial).toContainEqual({ said, model: modelOf(await found(at)) });
  });
});
