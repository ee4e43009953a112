import { type MeterFacts, type MeterState, meterStateAt } from '@plomb/contract/metering/meterSteps';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Finder } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

const NAMES = ['meter_name', 'station'];
/** Whether a keyword names the meter of a row. */
export const meterNamed = (meter: RawBuilder<unknown>, keyword: string): RawBuilder<unknown> =>
  sql`(select ${anyOf('m', NAMES, keyword)} from meter m where m.id = ${meter})`;
/** Which meters a keyword names, when they are few. */
export const metersNamed = async (
  keyword: string | undefined,
  finder: Finder,
  ctx: Pick<Ctx, 'operator'>,
): Promise<number[] | null> =>
  keyword === undefined
    ? null
    : finder.few({ table: 'meter', as: 'm', word: { keyword, columns: NAMES, isPart: true } }, ctx);

/** A work order that is open, as far as its meter asks. */
export interface OpenWork {
  id: number;
  state: 'open' | 'repaired' | 'signed';
  assignee_id: number | null;
  open_time: string;
  repair_time: string | null;
  sign_time: string | null;
  verify_needed: boolean;
  /** the newest verification since the repair passed, or failed; neither: there is none */
  verified: boolean;
  failed: boolean;
  /** all of them, the newest first; of which only the day is known, since its beginning */
  verifications: { since: string; passed: boolean }[];
}
export interface HeldMeter {
  id: number;
  org_id: number;
  meter_name: string;
  state: Exclude<MeterState, 'patrol'>;
  patrol_time: string | null;
  verify_date: string | null;
  create_time: string;
  inspect_days: number;
  /** its organisation's day */
  today: string;
  lat: number | null;
  lon: number | null;
  work: OpenWork | null;
}

/** A meter in the caller's sight, held until the end of the transaction: of two who do something with it one is first. */
export const heldMeter = async (id: number, { client }: Pick<Ctx, 'client'>): Promise<HeldMeter | null> => {
  const { rows } = await client.query<Omit<HeldMeter, 'work'>>(
    `select m.id, m.org_id, m.meter_name, m.state, m.patrol_time, m.verify_date, m.create_time, t.inspect_days, m.lat, m.lon, organisation_day(m.org_id) as today
     from meter m join meter_type t on t.id = m.type_id where m.id = $1 for update of m`,
    [id],
  );
  if (!rows[0]) return null;
  const work = await client.query<OpenWork>(
    `select w.id, w.state, w.assignee_id, w.open_time, w.repair_time, w.sign_time, w.verify_needed, work_verified(w.id) as verified, work_failed(w.id) as failed,
       array(select jsonb_build_object('since', (v.verify_date + coalesce(v.verify_time, '00:00')) at time zone o.time_zone, 'passed', v.passed)
         from meter_verification v where v.work_id = w.id
         order by v.verify_date desc, verified_at(v) desc, v.id desc) as verifications
     from meter_work_order w join organisation o on o.id = w.org_id where w.meter_id = $1 and w.state in ('open', 'repaired', 'signed')`,
    [id],
  );
  return { ...rows[0], work: work.rows[0] ?? null };
};
export const knownMeter = async (id: number, ctx: Pick<Ctx, 'client'>): Promise<HeldMeter> => {
  const meter = await heldMeter(id, ctx);
  if (!meter) throw new Refusal('notFound');
  return meter;
};

export const stateNow = (meter: HeldMeter): MeterState =>
  meterStateAt(meter.state, meter.patrol_time ? new Date(meter.patrol_time) : null, new Date());

/** Whether what was repaired passed, or nobody asks for that: what failed has to pass, whatever was said to be needed. */
export const isVerified = ({ verified, verify_needed, verifications }: OpenWork): boolean =>
  verified || (!verify_needed && verifications.length === 0);
/** What its open order said by then to an operation on one of its seals. */
export const workFacts = (
  work: OpenWork | null,
  by: Date,
): Pick<MeterFacts, 'work' | 'repaired' | 'signed' | 'verified'> => {
  const was = (time: string | null | undefined): boolean => Boolean(time) && new Date(time!) <= by;
  const newest = work?.verifications.find(({ since }) => was(since));
  return {
    work: was(work?.open_time) && work!.assignee_id !== null,
    repaired: was(work?.repair_time),
    signed: was(work?.sign_time),
    verified: work !== null && (newest ? newest.passed : !work.verify_needed),
  };
};

/** A person in the caller's sight who may act; `null` is nobody. */
export const personNamed = async (
  id: number | null,
  { client }: Pick<Ctx, 'client'>,
): Promise<{ id: number; oper_name: string } | null> => {
  if (id === null) return null;
  const { rows } = await client.query<{ id: number; oper_name: string }>(
    'select id, oper_name from operator where id = $1 and status = 1',
    [id],
  );
  if (!rows[0]) throw new Refusal('meterPerson');
  return rows[0];
};

/** The day it is in an organisation. */
export const todayOf = async (orgId: number, { client }: Pick<Ctx, 'client'>): Promise<string> =>
  (await client.query<{ today: string }>('select organisation_day($1) as today', [orgId])).rows[0]!.today;
