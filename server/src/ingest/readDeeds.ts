import type { ClientBase } from 'pg';
import { clockTrouble } from './clock.ts';
import { Column, millis, ofThisLock } from './columns.ts';
import { cameFirst, type Deed, deedOf, mayBeCopy } from './deeds.ts';
import type { DeviceBefore, Item } from './deviceBatch.ts';
import { mayRepeat } from './intake.ts';
import type { KeptWord, WordKey } from './word.ts';

interface Row extends WordKey {
  deviceId: number;
  deviceTime: number;
  replay: boolean;
}
interface EventRow extends Row {
  eventId: number;
  word: KeptWord;
}
type PositionRow = Row & Pick<KeptWord, 'ls' | 'fault'>;

/** The events of a moment on the lock's own clock, by the key that holds each frame's event once. */
const ofMoments = {
  name: 'ingest-deeds',
  text: `select e.device_id as "deviceId", e.id as "eventId", ${millis('e.device_time')} as "deviceTime",
      ${millis('e.receive_time')} as "receiveTime", ${millis('e.at')} as at, e.serial, e.part, e.hash, e.replay, e.word
    from (select distinct * from unnest($1::bigint[], $2::float8[])) as u(device_id, at)
      join lock_event e on e.device_id = u.device_id and e.device_time = to_timestamp(u.at / 1000)
    where e.counts and e.timed and e.word ? 'fault' and ${ofThisLock('e')}`,
};

/** Statements of a moment that left no event: what they said was known. */
const unnoticed = {
  name: 'ingest-deeds-unnoticed',
  text: `select p.device_id as "deviceId", ${millis('p.device_time')} as "deviceTime",
      ${millis('p.receive_time')} as "receiveTime", ${millis('coalesce(p.at, p.device_time)')} as at, p.serial, p.part, p.hash,
      p.replay, p.ls, p.fault
    from (select distinct * from unnest($1::bigint[], $2::float8[])) as u(device_id, at)
      join position p on p.device_id = u.device_id and p.device_time = to_timestamp(u.at / 1000)
    where p.authenticated and not p.eventful and (p.ls is not null or p.fault <> 0) and ${ofThisLock('p')}`,
};

/** By devices, the deeds known of the moments that a batch tells of again; few reports can, most batches ask nothing. */
export const readDeeds = async (
  client: ClientBase,
  items: readonly Item[],
  devices: ReadonlyMap<number, DeviceBefore>,
): Promise<Map<number, Map<string, Deed>>> => {
  const [ids, times] = [new Column(), new Column()];
  let asked = 0;
  for (const { deviceId, report } of items) {
    const device = devices.get(deviceId);
    if (!device || !mayBeCopy(report) || !mayRepeat(device.present, report)) continue;
    if (clockTrouble(report.deviceTime, report.receiveTime, device.rules.acceptDays) !== null) continue;
    ids.int(deviceId);
    times.real(report.deviceTime);
    asked++;
  }
  const known = new Map<number, Map<string, Deed>>();
  if (asked === 0) return known;
  const note = (deviceId: number, name: string, deed: Deed): void => {
    const own = known.get(deviceId) ?? new Map<string, Deed>();
    known.set(deviceId, own);
    const before = own.get(name);
    if (before && before.kept !== 'unnoticed' && deed.kept === 'unnoticed') return;
    const first = cameFirst(devices.get(deviceId)!.rules.family);
    if (!before || first(deed.key, before.key)) own.set(name, deed);
  };
  const events = await client.query<EventRow>({ ...ofMoments, values: [ids, times] });
  for (const { deviceId, deviceTime, eventId, replay, word, ...key } of events.rows)
    note(deviceId, deedOf(deviceTime, word), { key, replay, kept: eventId });
  const positions = await client.query<PositionRow>({ ...unnoticed, values: [ids, times] });
  for (const { deviceId, deviceTime, replay, ls, fault, ...key } of positions.rows)
    note(deviceId, deedOf(deviceTime, { event: null, ls, fault }), { key, replay, kept: 'unnoticed' });
  return known;
};
