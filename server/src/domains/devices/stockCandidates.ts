import type { Checked } from '@plomb/contract/devices/stock';
import type { InspectionLimits, StockStep } from '@plomb/contract/devices/stockSteps';
import { sql } from 'kysely';
import * as state from '../../lock/state.ts';
import type { Ctx } from '../../platform/serve.ts';
import { isBusy, isSealed } from './retire.ts';
import { type Candidate, INSPECTION_HOURS, judgeStep, type Verdict } from './stockCheck.ts';

type Known = NonNullable<Checked['device']>;
export interface Found {
  device: Known;
  candidate: Candidate;
  orgId: number;
}

/** The steps whoever a device was issued to takes: of these it may be known to one who does not see its organisation. */
const byReceiver: ReadonlySet<StockStep> = new Set(['receive', 'return']);

type Row = Known & Omit<Candidate, keyof Known> & { org_id: number };

const seen = sql.raw(state.seenTime);
const connection = sql.raw(state.connection);

const inSight = (numbers: readonly string[], goal: number | null, { operator }: Pick<Ctx, 'operator'>) => sql<Row>`
  select d.id, d.org_id, d.sn, d.device_name, t.device_type, o.org_name, d.stock_status, d.device_state, d.lost, t.reusable,
    ${connection} as connection,
    case when ${connection} in ('online', 'sleeping') then 'online' else 'offline' end as communicate_status,
    ${seen} as seen_time, s.electric, s.ver,
    (select count(*)::int from alarm a where a.device_id = d.id and a.process_time is null and a.severity <> 'info') as alarms,
    case when d.inspect_time > now() - make_interval(hours => ${INSPECTION_HOURS}) then d.inspect_time end as inspect_time,
    coalesce(r.oper_name, '') as receiver, d.retired_time is not null as retired,
    ${isBusy} as busy, ${isSealed} as sealed,
    extract(epoch from now() - ${seen})::float8 as silence,
    coalesce(d.receiver_id = ${operator.id}, false) as mine,
    ${goal}::bigint is null or device_reaches(d.device_type_id, d.manufacturer_id, ${goal}) as reaches
  from device d
    join device_type t on t.id = d.device_type_id
    join organisation o on o.id = d.org_id
    join lock_state s on s.device_id = d.id
    join device_connection c on c.device_id = d.id
    left join operator r on r.id = d.receiver_id
  where d.sn = any(${numbers})`;

/** What the receiver may know of a device that is in nobody's sight but the giver's. */
const issued = (numbers: readonly string[], { operator }: Pick<Ctx, 'operator'>) => sql<Row>`
  select i.id, 0 as org_id, i.sn, i.device_name, i.device_type, i.org_name, i.stock_status, i.device_state, i.lost,
    true as reusable,
    'offline' as connection, 'offline' as communicate_status, null as seen_time, null as electric, '' as ver,
    0 as alarms, null as inspect_time, ${operator.operName} as receiver, i.retired, i.busy, false as sealed,
    null as silence, true as mine, true as reaches
  from issued_to(${operator.id}) i where i.sn = any(${numbers})`;

/**
 * The devices of these numbers that the step may be about, by number; `lock` keeps them as they are until the end. `goal`: the
 * organisation they are to go to, or that of who is to have them.
 */
export const candidates = async (
  step: StockStep,
  numbers: readonly string[],
  ctx: Ctx,
  { lock = false, goal = null }: { lock?: boolean; goal?: number | null } = {},
): Promise<Map<string, Found>> => {
  if (lock) {
    // what a lock tells at this moment is heard first, in the order in which ingest locks
    await sql`select from lock_state s join device d on d.id = s.device_id where d.sn = any(${numbers})
      order by s.device_id for no key update of s`.execute(ctx.db);
    await sql`select from device where sn = any(${numbers}) order by id for no key update`.execute(ctx.db);
  }
  const own = await inSight(numbers, goal, ctx).execute(ctx.db);
  const given = byReceiver.has(step) ? await issued(numbers, ctx).execute(ctx.db) : { rows: [] };
  const found = new Map<string, Found>();
  for (const row of [...given.rows, ...own.rows]) {
    const { org_id, retired, reusable, busy, sealed, silence, mine, reaches, ...device } = row;
    found.set(row.sn, {
      orgId: org_id,
      device,
      candidate: {
        ...device,
        retired,
        reusable,
        busy,
        sealed,
        silence,
        mine,
        reaches,
        inspected: device.inspect_time !== null,
      },
    });
  }
  return found;
};

/** What the step would do with each number, in the order asked. */
export const verdicts = (
  step: StockStep,
  numbers: readonly string[],
  found: ReadonlyMap<string, Found>,
  limits: InspectionLimits,
): { number: string; found: Found | null; verdict: Verdict }[] =>
  numbers.map((number) => {
    const one = found.get(number) ?? null;
    return { number, found: one, verdict: judgeStep(step, one?.candidate ?? null, limits) };
  });
