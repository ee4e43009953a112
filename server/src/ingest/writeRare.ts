import type { ClientBase } from 'pg';
import { Column } from './columns.ts';
import type { AmendedOf, Effects, EventOf, EvidenceOf, Explained, UncoveredOf } from './effects.ts';
import type { StoredEvent, StoredStatement } from './history.ts';
import type { Taken } from './intake.ts';
import type { Judged } from './lockFold.ts';
import type { KeptWord, LockWord } from './word.ts';

/** What an event comes from: a report of this batch, an event stored before, or a stored report judged again. */
export type EventSource = Taken | StoredEvent | StoredStatement;
/** Ids of events by what they come from. */
export type EventIds = (source: EventSource | null) => number | null;

type Field = [name: string, type: string];
const eventFields: Field[] = [
  ['device_id', 'bigint'],
  ['org_id', 'bigint'],
  ['device_time', 'float8'],
  ['receive_time', 'float8'],
  ['at', 'float8'],
  ['serial', 'int'],
  ['part', 'smallint'],
  ['hash', 'int'],
  ['code', 'text'],
  ['lst', 'smallint'],
  ['lso', 'smallint'],
  ['ls_before', 'smallint'],
  ['ls_after', 'smallint'],
  ['fault', 'int'],
  ['actor', 'text'],
  ['lon', 'float8'],
  ['lat', 'float8'],
  ['electric', 'smallint'],
  ['replay', 'boolean'],
  ['quality', 'text'],
  ['authenticated', 'boolean'],
  ['counts', 'boolean'],
  ['timed', 'boolean'],
  ['doubted', 'boolean'],
  ['word', 'text'],
  ['after', 'text'],
  ['swipe', 'text'],
  ['rang', 'text'],
  ['doubt_rang', 'text'],
];
const times = new Set(['device_time', 'receive_time', 'at']);
const objects = new Set(['word', 'after', 'swipe']);
const lists = new Set(['rang', 'doubt_rang']);
const read = (name: string): string => {
  if (times.has(name)) return `to_timestamp(u.${name})`;
  if (objects.has(name)) return `u.${name}::jsonb`;
  return lists.has(name) ? `string_to_array(nullif(u.${name}, ''), ',')` : `u.${name}`;
};
const unnest = (fields: readonly Field[]): string =>
  `unnest(${fields.map(([, type], i) => `$${i + 1}::${type}[]`)}) as u(${fields.map(([name]) => name)})`;
const listOrNone = (name: string): string => (lists.has(name) ? `coalesce(${read(name)}, '{}')` : read(name));

const identity = new Set(['device_id', 'device_time', 'serial', 'hash', 'code']);

const insertEvents = {
  name: 'ingest-events',
  // an event of anybody's that its device repeats after proving who it is becomes the device's own
  text: `insert into lock_event as e (${eventFields.map(([name]) => name)})
    select ${eventFields.map(([name]) => listOrNone(name))} from ${unnest(eventFields)}
    on conflict (device_id, device_time, serial, hash, code) do update set
      ${[...eventFields.map(([name]) => name).filter((name) => !identity.has(name)), 'rang_time']
        .map((name) => `${name} = excluded.${name}`)
        .join()} where excluded.authenticated and not e.authenticated
    returning id, device_id as "deviceId", (extract(epoch from device_time) * 1000)::float8 as "deviceTime", serial, hash`,
};

interface NewEvent {
  deviceId: number;
  orgId: number;
  source: Taken | StoredStatement;
  word: LockWord;
  judged: Judged;
  deviceTime: number;
  electric: number | null;
  counts: boolean;
  doubted: boolean;
  doubtRang: readonly string[];
}

const ofTold = ({ deviceId, orgId, taken, judged, doubtRings }: EventOf): NewEvent => ({
  deviceId,
  orgId,
  source: taken,
  word: taken.word!,
  judged,
  // of a word without a time of its own, when it came
  deviceTime: taken.trouble ? taken.at : taken.report.deviceTime,
  electric: taken.report.electric,
  counts: taken.counts,
  doubted: taken.doubted,
  doubtRang: doubtRings.map(({ kind }) => kind),
});

const ofUncovered = ({ deviceId, orgId, statement, judged }: UncoveredOf): NewEvent => ({
  deviceId,
  orgId,
  source: statement,
  word: statement.word,
  judged,
  deviceTime: statement.word.deviceTime,
  electric: statement.electric,
  counts: true,
  doubted: false,
  doubtRang: [],
});

const rangOf = ({ rings }: Judged): string => rings.map(({ kind }) => kind).join();
const kept = ({ event, fault, ls }: LockWord): KeptWord => ({ event, fault, ls });

/** Writes new events, those that stored reports turn out to be, and what became of those judged again. */
export const writeEvents = async (client: ClientBase, effects: Effects): Promise<EventIds> => {
  const ids = new Map<EventSource, number>();
  const made = [...effects.events.map(ofTold), ...effects.uncovered.map(ofUncovered)];
  if (made.length > 0) {
    const c = eventFields.map(() => new Column());
    const sources = new Map<string, EventSource>();
    for (const { deviceId, orgId, source, word, judged, deviceTime, electric, counts, doubted, doubtRang } of made) {
      const row = judged.row!;
      sources.set(`${deviceId}/${deviceTime}/${word.serial}/${word.hash}`, source);
      let n = 0;
      for (const number of [deviceId, orgId]) c[n++]!.int(number);
      for (const time of [deviceTime, word.receiveTime, word.at]) c[n++]!.real(time / 1000);
      for (const number of [word.serial, word.part, word.hash]) c[n++]!.int(number);
      c[n++]!.text(row.code);
      for (const number of [row.lst, row.lso, row.lsBefore, row.lsAfter, row.fault]) c[n++]!.int(number);
      c[n++]!.text(row.actor);
      for (const number of [word.place?.lon, word.place?.lat]) c[n++]!.real(number ?? null);
      c[n++]!.int(electric);
      c[n++]!.bool(word.replay);
      c[n++]!.text(row.quality);
      for (const flag of [word.authenticated, counts, word.timed, doubted]) c[n++]!.bool(flag);
      for (const object of [kept(word), judged.state, row.swipe]) c[n++]!.json(object);
      for (const text of [rangOf(judged), doubtRang.join()]) c[n++]!.text(text);
    }
    const { rows } = await client.query<{
      id: number;
      deviceId: number;
      deviceTime: number;
      serial: number;
      hash: number;
    }>({ ...insertEvents, values: c });
    for (const row of rows) {
      const source = sources.get(`${row.deviceId}/${row.deviceTime}/${row.serial}/${row.hash}`);
      if (source) ids.set(source, row.id);
    }
  }
  if (effects.amended.length > 0) await amend(client, effects.amended);
  return (source) => (source === null ? null : 'id' in source ? source.id : (ids.get(source) ?? null));
};

const amendFields: Field[] = [
  ['id', 'bigint'],
  ['at', 'float8'],
  ['receive_time', 'float8'],
  ['serial', 'int'],
  ['part', 'smallint'],
  ['hash', 'int'],
  ['replay', 'boolean'],
  ['lso', 'smallint'],
  ['ls_before', 'smallint'],
  ['ls_after', 'smallint'],
  ['fault', 'int'],
  ['actor', 'text'],
  ['quality', 'text'],
  ['doubted', 'boolean'],
  ['after', 'text'],
  ['swipe', 'text'],
  ['rang', 'text'],
  ['doubt_rang', 'text'],
  ['rings', 'boolean'],
];
// What ended since it was read, or in this batch, stays ended: a doubt is never begun again by judging again.
const amended = (name: string): string => {
  if (name === 'doubted') return 'e.doubted and u.doubted';
  return name === 'doubt_rang' ? `case when e.doubted then ${listOrNone(name)} else '{}' end` : listOrNone(name);
};
const amendEvents = {
  name: 'ingest-events-again',
  text: `update lock_event e set ${amendFields
    .slice(1, -1)
    .map(([name]) => `${name} = ${amended(name)}`)}, rang_time = case when u.rings then now() else e.rang_time end
    from ${unnest(amendFields)} where e.id = u.id`,
};

const amend = async (client: ClientBase, amended: readonly AmendedOf[]): Promise<void> => {
  const c = amendFields.map(() => new Column());
  for (const { event, judged, late } of amended) {
    const { lockStatus } = judged.state;
    // a word that says nothing new any more stays as a row in which nothing changes
    const row = judged.row ?? {
      lso: event.lso,
      lsBefore: lockStatus,
      lsAfter: lockStatus,
      fault: event.fault,
      actor: event.actor,
      quality: event.quality,
      swipe: event.swipe,
    };
    const kinds = judged.rings.map(({ kind }) => kind);
    const doubts = event.retimed ? [] : event.doubtRang.filter((kind) => !kinds.includes(kind));
    const { key } = event;
    let n = 0;
    c[n++]!.int(event.id);
    for (const time of [key.at, key.receiveTime]) c[n++]!.real(time / 1000);
    for (const number of [key.serial, key.part, key.hash]) c[n++]!.int(number);
    c[n++]!.bool(event.word !== null && 'replay' in event.word && event.word.replay);
    for (const number of [row.lso, row.lsBefore, row.lsAfter, row.fault]) c[n++]!.int(number);
    for (const text of [row.actor, row.quality]) c[n++]!.text(text);
    c[n++]!.bool(event.doubted);
    for (const object of [judged.state, row.swipe]) c[n++]!.json(object);
    for (const text of [kinds.join(), doubts.join()]) c[n++]!.text(text);
    c[n++]!.bool(late.length > 0);
  }
  await client.query({ ...amendEvents, values: c });
};

const endedDoubts = {
  name: 'ingest-doubts-end',
  text: `with ended as (select id, device_id, rang, doubt_rang from lock_event where device_id = any($1::bigint[]) and doubted),
      written as (update lock_event set doubted = false, doubt_rang = '{}' where id in (select id from ended))
    select distinct device_id as "deviceId", unnest(rang || doubt_rang) as kind from ended`,
};

/** Ends the doubts of devices whose words were merely late. Tells what they rang. */
export const endDoubts = async (client: ClientBase, devices: readonly number[]): Promise<Explained[]> =>
  devices.length === 0 ? [] : (await client.query<Explained>({ ...endedDoubts, values: [devices] })).rows;

const changeEvidence = {
  name: 'ingest-evidence',
  // A command left uncertain is settled by what the lock did. One that has ended keeps its end; the evidence stands
  // beside. A proof that a late word takes away leaves a command that only it had settled as possible.
  text: `update command c set
      evidence = coalesce(u.result, case when c.state in ('answered_ok', 'answered_fail') and c.answer_time is null then 'possible' end),
      evidence_time = coalesce(to_timestamp(u.at), case when c.state in ('answered_ok', 'answered_fail') and c.answer_time is null then c.evidence_time end),
      evidence_event_id = u.event_id,
      state = case when c.state <> 'uncertain' then c.state when u.result = 'confirmed' then 'answered_ok'
        when u.result = 'contradicted' then 'answered_fail' else c.state end,
      finish_time = case when c.state = 'uncertain' and u.result in ('confirmed', 'contradicted') then now() else c.finish_time end
    from unnest($1::bigint[], $2::text[], $3::float8[], $4::bigint[]) as u(id, result, at, event_id)
    where c.id = u.id returning c.id`,
};

/** What the lock did beside what it answered: evidence for the command, a fact of its own. */
export const writeEvidence = async (
  client: ClientBase,
  changes: readonly EvidenceOf[],
  eventIds: EventIds,
): Promise<number[]> => {
  if (changes.length === 0) return [];
  const [id, result, at, event] = [new Column(), new Column(), new Column(), new Column()];
  for (const { commandId, evidence, source } of [...changes].sort((a, b) => a.commandId - b.commandId)) {
    id.int(commandId);
    result.text(evidence?.result ?? null);
    at.real(evidence ? evidence.at / 1000 : null);
    event.int(eventIds(source));
  }
  const { rows } = await client.query<{ id: number }>({ ...changeEvidence, values: [id, result, at, event] });
  return rows.map((row) => row.id);
};
