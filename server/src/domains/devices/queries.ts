import { sql } from 'kysely';
import * as state from '../../lock/state.ts';

const seenTime = sql.raw(state.seenTime);
const connection = sql.raw(state.connection);

/** What the device list and drawer show, as one subselect. */
export const deviceRows = sql`(
  select d.*, d.retired_time is not null as retired, search_key(d.subject) as guards, t.device_type, t.family, t.identity_rule, t.unseal_password,
    coalesce(m.factory_name, '') as factory, o.org_name,
    ${connection} as connection,
    case when ${connection} in ('online', 'sleeping') then 'online' else 'offline' end as communicate_status,
    ${sql.raw(state.managementBy)} as management_by, ${sql.raw(state.managementUntil)} as management_until,
    ${sql.raw(state.heard)} as heard, ${sql.raw(state.astray)} as astray, ${sql.raw(state.lowBattery)} as low_battery,
    s.lock_status, s.lock_since, ${sql.raw(state.fresh)} as fresh, ${sql.raw(state.stateCode)} as lock_state,
    ${sql.raw(state.clockDoubt)} as clock_doubt, s.aside_since, s.lon, s.lat, s.place_time, s.velocity, s.mileage, s.electric,
    s.voltage, s.temperature, s.signal,
    s.fault, s.ver, s.icc_card_no, s.report_reson, s.mcc, s.mnc, s.lac, s.cid, ${seenTime} as seen_time,
    c.network, c.network_before, c.network_time
  from device d
    join device_type t on t.id = d.device_type_id
    join organisation o on o.id = d.org_id
    join lock_state s on s.device_id = d.id
    join device_connection c on c.device_id = d.id
    left join manufacturer m on m.id = d.manufacturer_id
    ${sql.raw(state.offRoute)}
    ${sql.raw(state.management)})`;
