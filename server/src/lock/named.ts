/**
 * How a record (`alarm`, `command`, `quarantine`, …) names its device: as it is called now, or, where the device went to an
 * organisation out of sight, as it was called when it left the record's. Texts of SQL beside `deviceOf`; empty: nobody
 * knows.
 */
export const named = {
  sn: "coalesce(d.sn, l.sn, '')",
  device_name: "coalesce(d.device_name, l.device_name, '')",
  subject: "coalesce(d.subject, l.subject, '')",
} as const;

/** The same as columns. */
export const names = {
  sn: `${named.sn} as sn`,
  device_name: `${named.device_name} as device_name`,
  subject: `${named.subject} as subject`,
} as const;

/** How an alarm (`a`) names what it is of: a device as above; of a lead seal its number, and what it was said to be on. */
export const namedByAlarm = {
  sn: 'coalesce(d.sn, l.sn, a.seal_number)',
  device_name: 'coalesce(d.device_name, l.device_name, a.seal_object)',
  subject: 'coalesce(d.subject, l.subject, a.seal_number)',
} as const;
export const namesByAlarm = `${namedByAlarm.sn} as sn, ${namedByAlarm.device_name} as device_name, ${namedByAlarm.subject} as subject`;

/** The batch on whose way an alarm (`a`) rang, where whoever sees the alarm sees it: of its organisation, or of one below. */
export const batchOfAlarm = `(select jsonb_build_object('id', b.id, 'serial', b.serial, 'plate', b.plate) from logistics_batch b
    where b.id = a.batch_id and (b.org_id = a.org_id or a.org_id in (select orgs_above(b.org_id))))`;

/** The joins `named` reads from, for a table of records under this alias; `d` is null out of sight. */
export const deviceOf = (record: string): string =>
  `left join device d on d.id = ${record}.device_id
    left join device_left l on l.device_id = ${record}.device_id and l.org_id = ${record}.org_id`;
