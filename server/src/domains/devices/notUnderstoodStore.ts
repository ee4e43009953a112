import type { LockReport, NotUnderstoodReason } from '@plomb/contract/lock/report';
import type { NotUnderstoodMessage, NotUnderstoodStore } from '@plomb/gateway/kit/ports';
import type { Pool } from 'pg';
import { reportInterval } from '../../lock/state.ts';

/**
 * Bounds, of what proved to be the device and of what did not: a stranger shall take no room of the lock's own.
 * `kinds` of one device are told apart; what comes beyond is counted together. So many of all devices wait to be written,
 * and so many `whole` messages, of any one device a share: a flood of made-up ones is refused, and comes again if it means it.
 */
const PROVED = { kinds: 200, waiting: 5000, whole: 5000, share: 500 };
const UNPROVED = { kinds: 50, waiting: 1000, whole: 1000, share: 100 };
const SAMPLE_BYTES = 16_384;
const REST = '…';

interface Kind {
  deviceId: number;
  what: string;
  reason: NotUnderstoodReason;
  authenticated: boolean;
  hits: number;
  first: number;
  last: number;
  sample: Uint8Array;
}

export interface NotUnderstoodTally extends NotUnderstoodStore {
  /** what of a stored report was not understood */
  note(deviceId: number, report: LockReport): void;
  /** writes what has come together; whoever waits in `keep` is answered */
  flush(): Promise<void>;
}

/** A whole message, and who waits for it to be durable. */
interface Whole {
  message: Pick<NotUnderstoodMessage, 'device' | 'authenticated' | 'reason' | 'receiveTime'>;
  raw: Buffer;
  resolve(): void;
  reject(error: unknown): void;
}

/** The tally, and in the same statement every whole message as it came: its lock is told that it is kept. */
const store = `
  with told as (select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::float8[], $6::float8[], $7::bytea[], $8::boolean[])
      as u(device_id, what, reason, hits, first, last, sample, authenticated)),
  named as (
    select d.id as device_id, d.org_id, u.reason, u.authenticated, u.hits, u.first, u.last, u.sample,
      case when exists (select from not_understood n where n.device_id = u.device_id and n.org_id = d.org_id and n.what = u.what and n.reason = u.reason
               and n.authenticated = u.authenticated)
             or row_number() over (partition by u.device_id, u.authenticated order by u.what = '${REST}', u.first)
                + (select count(*) from not_understood n where n.device_id = u.device_id and n.org_id = d.org_id
                     and n.authenticated = u.authenticated) <= case when u.authenticated then ${PROVED.kinds} else ${UNPROVED.kinds} end
           then u.what else '${REST}' end as what
    from told u join device d on d.id = u.device_id),
  aside as (
    insert into quarantine (device_id, authenticated, reason, receive_time, raw)
    select m.device_id, m.authenticated, 'not understood ' || m.reason, to_timestamp(m.received / 1000), m.raw
    from unnest($9::bigint[], $10::boolean[], $11::text[], $12::float8[], $13::bytea[])
      as m(device_id, authenticated, reason, received, raw))
  insert into not_understood as n (device_id, org_id, what, reason, authenticated, hits, first_time, last_time, sample)
  select device_id, org_id, what, reason, authenticated, sum(hits), to_timestamp(min(first) / 1000), to_timestamp(max(last) / 1000),
    (array_agg(sample order by last desc))[1]
  from named group by device_id, org_id, what, reason, authenticated order by device_id, what, reason, authenticated
  on conflict (device_id, org_id, what, reason, authenticated) do update set hits = n.hits + excluded.hits,
    first_time = least(n.first_time, excluded.first_time), last_time = greatest(n.last_time, excluded.last_time),
    sample = case when excluded.last_time >= n.last_time then excluded.sample else n.sample end`;

/** A lock that is heard, and of which no report has come for longer than its rhythm allows. */
interface Muted {
  orgId: number;
  deviceId: number;
  /** ms since 1970 */
  since: number;
}

/**
 * Such locks are shown as those whose reports are put aside: their place and readings are those of before. The next report
 * that is taken ends it.
 */
const mute = `
  with heard as (select device_id, min(received) as since from unnest($1::bigint[], $2::float8[]) as m(device_id, received)
      group by device_id),
  silent as (
    select s.device_id, s.org_id, h.since
    from heard h join lock_state s using (device_id) join device d on d.id = s.device_id
      join device_type t on t.id = d.device_type_id
    where s.aside_since is null and (s.receive_time is null
      or s.receive_time < to_timestamp(h.since / 1000) - make_interval(secs => 2 * ${reportInterval} + 60))
    order by s.device_id for no key update of s)
  update lock_state s set aside_since = to_timestamp(u.since / 1000) from silent u where s.device_id = u.device_id
  returning s.device_id as "deviceId", s.org_id as "orgId", u.since`;

/**
 * Counts what nobody understood, by device and kind, with the last of each as it came, and puts whole messages aside. Off
 * the way of reports: it is written together, a few times a second.
 */
export const openNotUnderstood = (
  platform: Pool,
  muted: (locks: readonly Muted[]) => void = () => undefined,
): NotUnderstoodTally => {
  let [proved, unproved] = [emptyPile(PROVED), emptyPile(UNPROVED)];
  const pileOf = (authenticated: boolean): Pile => (authenticated ? proved : unproved);
  let writing: Promise<void> = Promise.resolve();

  const add = (kind: Kind): boolean => {
    const { kinds, most, theirs } = pileOf(kind.authenticated);
    const own = theirs(kind.deviceId);
    const isNew = !kinds.has(keyOf(kind));
    const one = isNew && own.kinds >= most.kinds ? { ...kind, what: REST } : kind;
    const key = keyOf(one);
    const known = kinds.get(key);
    if (!known && kinds.size >= most.waiting) return false;
    if (!known) own.kinds++;
    kinds.set(key, known ? joined(known, one) : one);
    return true;
  };

  const write = async (): Promise<void> => {
    const piles = [proved, unproved];
    const rows = piles.flatMap(({ kinds }) => [...kinds.values()]);
    const whole = piles.flatMap((pile) => pile.whole);
    if (rows.length === 0) return;
    [proved, unproved] = [emptyPile(PROVED), emptyPile(UNPROVED)];
    try {
      await platform.query(store, [
        rows.map((k) => k.deviceId),
        rows.map((k) => k.what),
        rows.map((k) => k.reason),
        rows.map((k) => k.hits),
        rows.map((k) => k.first),
        rows.map((k) => k.last),
        rows.map((k) => Buffer.from(k.sample)),
        rows.map((k) => k.authenticated),
        whole.map(({ message }) => message.device.id),
        whole.map(({ message }) => message.authenticated),
        whole.map(({ message }) => message.reason),
        whole.map(({ message }) => message.receiveTime),
        whole.map(({ raw }) => raw),
      ]);
    } catch (error) {
      // What belongs to stored reports is counted later; whole messages are not acknowledged and come again. Both may
      // be of one kind: counted once too often is better than lost.
      for (const kind of rows) add(kind);
      for (const { reject } of whole) reject(error);
      throw error;
    }
    for (const { resolve } of whole) resolve();
    const proven = whole.filter(({ message }) => message.authenticated);
    if (proven.length === 0) return;
    const { rows: locks } = await platform.query<Muted>(mute, [
      proven.map(({ message }) => message.device.id),
      proven.map(({ message }) => message.receiveTime),
    ]);
    muted(locks);
  };

  return {
    // Never the whole frame in the place of nothing: it may hold the unlock password.
    note(deviceId, { notUnderstood, authenticated, receiveTime }) {
      for (const { what, reason, bytes } of notUnderstood)
        add(kindOf({ deviceId, what, reason, authenticated }, bytes, receiveTime));
    },
    keep(message) {
      const { device, what, reason, authenticated, raw, receiveTime } = message;
      const { whole, most, theirs } = pileOf(authenticated);
      const own = theirs(device.id);
      const kind = kindOf({ deviceId: device.id, what, reason, authenticated }, raw, receiveTime);
      if (whole.length >= most.whole || own.whole >= most.share || !add(kind))
        return Promise.reject(new Error('too much that nobody understands waits to be stored'));
      own.whole++;
      // a copy: the gateway's buffer is used again
      return new Promise((resolve, reject) => whole.push({ message, raw: Buffer.from(raw), resolve, reject }));
    },
    flush() {
      // one after the other: the device that is told twice must not wait for itself
      writing = writing.catch(() => undefined).then(write);
      return writing;
    },
  };
};

/** What waits to be written: of those who proved to be the device, or of anybody else. */
interface Pile {
  kinds: Map<string, Kind>;
  whole: Whole[];
  most: typeof PROVED;
  /** how much of it is of this device */
  theirs(deviceId: number): { kinds: number; whole: number };
}
const emptyPile = (most: Pile['most']): Pile => {
  const ofDevice = new Map<number, { kinds: number; whole: number }>();
  return {
    kinds: new Map(),
    whole: [],
    most,
    theirs(deviceId) {
      const own = ofDevice.get(deviceId) ?? { kinds: 0, whole: 0 };
      ofDevice.set(deviceId, own);
      return own;
    },
  };
};

const keyOf = ({ deviceId, reason, what }: Kind): string => `${deviceId} ${reason} ${what}`;

const kindOf = (
  { what, ...of }: Pick<Kind, 'deviceId' | 'what' | 'reason' | 'authenticated'>,
  bytes: Uint8Array,
  at: number,
): Kind => ({
  ...of,
  what: what.replaceAll('\0', '').slice(0, 80),
  hits: 1,
  first: at,
  last: at,
  // a copy: the gateway's buffer is used again
  sample: Uint8Array.from(bytes.subarray(0, SAMPLE_BYTES)),
});

const joined = (a: Kind, b: Kind): Kind => ({
  ...(b.last >= a.last ? b : a),
  hits: a.hits + b.hits,
  first: Math.min(a.first, b.first),
  last: Math.max(a.last, b.last),
});
