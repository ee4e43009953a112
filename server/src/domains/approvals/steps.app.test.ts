import { approvalStates } from '@plomb/contract/approvals/approvals';
import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { lapseApprovals } from './approvals.routes.ts';
import { type ApprovalEvent, approvalEvents, settled } from './rules.ts';

/** The table of states (`rules.test.ts` holds it to what was agreed), walked through the product and the database. */
const { approvals, approvalRules } = calls;
let api: TestApi;
let org: number;
let askerIs: BuiltOperator;
let deciderIs: BuiltOperator;
let asker: Caller;
let decider: Caller;
let lock: BuiltDevice;
let made = 0;
beforeAll(async () => {
  api = await startApi();
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
  org = await buildOrganisation(api.db);
  [askerIs, deciderIs] = [await buildOperator(api.db, org), await buildOperator(api.db, org)];
  [asker, decider] = [await api.signedIn(askerIs), await api.signedIn(deciderIs)];
  lock = await buildDevice(api.db, org);
  await decider.ok(approvalRules.set, { org_id: org, kind: 'unseal', needed: true });
});
afterAll(() => api.stop());

interface Start {
  state: (typeof approvalStates)[number];
  isLate: boolean;
}
const starts: Start[] = approvalStates.flatMap((state) =>
  (state === 'waiting' ? [false, true] : [false]).map((isLate) => ({ state, isLate })),
);
const place = async ({ state, isLate }: Start): Promise<number> => {
  await api.owner.query('delete from command where device_id = $1', [lock.id]);
  await api.owner.query('delete from approval where device_id = $1', [lock.id]);
  await api.owner.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now() where device_id = $1',
    [lock.id],
  );
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into approval (org_id, device_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time, state, end_time, decider_id, way)
     values ($1, $2, 'unseal', 'customs inspection', $3, 'x', 'x', $4, now() + make_interval(hours => case when $5 then -1 else 1 end), $6,
       case when $6 <> 'waiting' then now() end, case when $6 in ('approved', 'declined') then $7::bigint end,
       case when $6 = 'approved' then 'afar' end) returning id`,
    [org, lock.id, askerIs.id, `steps-${++made}`, isLate, state, deciderIs.id],
  );
  return rows[0]!.id;
};
const found = async (id: number) => {
  const { rows } = await api.owner.query<{ state: Start['state']; orders: number }>(
    'select a.*, (select count(*)::int from command where approval_id = a.id) as orders from approval a where id = $1',
    [id],
  );
  return rows[0]!;
};

const signOf = async (reply: Promise<{ verify: { sign: string } }>) => (await reply).verify.sign === 'success';
/** How each comes about; whether it was granted where somebody is answered. */
const happen: Record<ApprovalEvent, (id: number) => Promise<boolean | null>> = {
  approve: async (id) => {
    const password = await decider.seal(approvals.approve.path, deciderIs.password);
    return signOf(decider.call(approvals.approve, { id, password, remark: 'seen' }));
  },
  decline: (id) => signOf(decider.call(approvals.decline, { id, remark: 'no' })),
  withdraw: (id) => signOf(asker.call(approvals.withdraw, { id })),
  lapse: () => lapseApprovals(api.db).then(() => null),
};
/** Where it leads; null: nowhere. */
const leads = (event: ApprovalEvent, { state, isLate }: Start) => {
  const next = settled(event, { state, isLate, isAsker: event === 'withdraw', byKey: false });
  return 'to' in next ? next.to : null;
};
const after = (event: ApprovalEvent, start: Start): Start => ({ ...start, state: leads(event, start) ?? start.state });
const answered = (event: ApprovalEvent, start: Start) => (event === 'lapse' ? null : leads(event, start) !== null);

describe.each(approvalEvents)('%s', (event) => {
  it.each(starts)('of one that is $state, late: $isLate', async (start) => {
    const id = await place(start);
    const before = await found(id);
    const to = leads(event, start);
    expect(await happen[event](id)).toBe(answered(event, start));
    const once = await found(id);
    if (to === null) expect(once).toEqual(before);
    expect([once.state, once.orders]).toEqual([to ?? start.state, to === 'approved' ? 1 : 0]);
    // what comes again changes nothing
    expect(await happen[event](id)).toBe(event === 'lapse' ? null : false);
    expect(await found(id)).toEqual(once);
  });
});

describe('the database lets one that waits be settled, once', () => {
  it.each(approvalStates.flatMap((from) => approvalStates.map((to) => ({ from, to }))))(
    '$from to $to',
    async ({ from, to }) => {
      const id = await place({ state: from, isLate: false });
      const asked = api.db.query(
        `update approval set state = $2, end_time = case when $2 <> 'waiting' then now() end,
           decider_id = case when $2 in ('approved', 'declined') then $3::bigint end, way = case when $2 = 'approved' then 'afar' end where id = $1`,
        [id, to, deciderIs.id],
      );
      const done = await asked.then(
        () => true,
        () => false,
      );
      expect(done).toBe(from === 'waiting');
    },
  );
});

describe('of two things that happen to one at once one comes after the other', () => {
  const open = starts.filter(({ state }) => state === 'waiting');
  const pairs = open.flatMap((start) =>
    approvalEvents.flatMap((one, i) => approvalEvents.slice(i).map((other) => ({ ...start, start, one, other }))),
  );
  it.each(pairs)('$one and $other, late: $isLate', async ({ start, one, other }) => {
    const id = await place(start);
    const said = await Promise.all([happen[one](id), happen[other](id)]);
    const serial = [
      {
        said: [answered(one, start), answered(other, after(one, start))],
        state: after(other, after(one, start)).state,
      },
      {
        said: [answered(one, after(other, start)), answered(other, start)],
        state: after(one, after(other, start)).state,
      },
    ];
    const { state, orders } = await found(id);
    expect(serial).toContainEqual({ said, state });
    expect(orders).toBe(state === 'approved' ? 1 : 0);
  });
});
