import { lockFamilies } from '@plomb/contract/lock/codes';
import { heardWithin } from '@plomb/contract/lock/connection';
import { sealModel, stateTold } from '@plomb/contract/lock/operable';
import { openAlarms } from './openAlarms.ts';

/** Texts of SQL over s (lock_state), c (device_connection), t (device_type). */

/** When the device last said anything: a report or a heartbeat. */
export const seenTime = 'greatest(s.receive_time, c.seen_time)';
/** Whether a one-time password p is the one the lock still has: a lock silent for longer may have changed it. */
export const passwordFresh = `greatest(p.told_time, s.receive_time, c.seen_time) > now() - interval '24 hours'`;
/** Seconds between its reports and its wake-ups: as the lock said itself, else as its type says. */
export const reportInterval = 'coalesce(s.report_interval, t.report_interval)';
export const sleepInterval = 'coalesce(s.sleep_interval, t.sleep_interval)';
const connectionAt = (time: string): string =>
  `connection_of(c.connected, ${time}, ${reportInterval}, ${sleepInterval})`;
export const connection = connectionAt(seenTime);
/** The contract's `Heard`. */
export const heard = `case ${heardWithin
  .map(([name, seconds]) => `when ${seenTime} >= now() - interval '${seconds} seconds' then '${name}'`)
  .join(' ')} else 'older' end`;
/** Joins the alarm that a device d left its fence, where somebody has to deal with it, as w: of whoever has the device now. */
export const offRoute = `left join (select id, device_id, org_id, first_time from alarm where kind = 'out_of_fence' and ${openAlarms}) w
  on w.device_id = d.id and w.org_id = d.org_id`;
/** The contract's `Astray`; null: neither. */
export const astray = `case when w.id is not null then 'off_route' when ${connection} in ('late', 'offline') then 'silent' end`;
/** At or below the limit of its type. One that never told its battery is not known to be. */
export const lowBattery = 'coalesce(s.electric <= t.low_battery, false)';

const familyIn = (families: readonly string[]): string =>
  `t.family in (${families.map((family) => `'${family}'`).join(', ')})`;

/** What keeps a device d that is in service from being in use: the contract's `outOfUse`. */
export const outOfUse = `case when d.device_state = 'scrapped' then 'scrapped' when d.lost then 'lost'
  when d.device_state = 'maintenance' then 'maintenance' end`;

/** Joins the lease by which somebody has a device d in management mode now, as l; what is shown of it. */
export const management = `left join management_lease l on l.device_id = d.id and l.end_time is null and l.until_time > now()`;
export const managementBy = `coalesce(case when l.login_name in ('', l.oper_name) then l.oper_name
  else l.oper_name || ' (' || l.login_name || ')' end, '')`;
export const managementUntil = 'l.until_time';

/** The contract's `trustOf` on who says that it is sealed. */
const heldIn = (status: string): string =>
  `(${familyIn(lockFamilies.filter((family) => sealModel[family] === 'platform'))} and ${status} = 2)`;
export const held = heldIn('s.lock_status');
/** The contract's `stateCode` of a status that a record has: how old the lock's word is now says nothing about it. */
export const stateThen = (status: string): string =>
  `${status}::text || case when ${heldIn(status)} then ' held' else '' end`;

/** The contract's `wordTimeOf`. */
export const wordTime = `case when s.lock_time is null then null
  when ${familyIn(lockFamilies.filter((family) => stateTold[family] === 'changes'))} then greatest(s.lock_time, s.present_time)
  when ${held} then least(s.lock_time, s.present_time) else s.lock_time end`;

/** The contract's `isFresh`, for lists. */
export const fresh = `(${connection} <> 'offline'
  and ${connectionAt(wordTime)} <> 'offline')`;

/** The contract's `stateCode` of `trustOf`. */
export const stateCode = `s.lock_status::text || case when ${held} then ' held' else '' end
  || case when not ${fresh} and s.lock_status <> 255 then ' stale' else '' end`;

/** What a live report taught of the lock's clock and the next one settles: ingest/clock.ts. */
export const clockDoubt = "(s.clock ->> 'doubt' is not null)";
