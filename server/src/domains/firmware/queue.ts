import { type IssueWait, UPGRADE_HOURS } from '@plomb/contract/firmware/rollouts';
import type { IssueCause } from '@plomb/contract/firmware/steps';
import type { Upgrade, UpgradeAnswer, UpgradeQueue } from '@plomb/gateway/kit/ports';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Damaged, type Storage } from '../../platform/files/storage/storage.ts';
import { contentOf, isSigned, type Signed } from './content.ts';
import { holdOf, keptFromGoingOn, locksById, unfit } from './facts.ts';
import { waitOf } from './rules.ts';

/** Firmware held in memory: all locks of a wave are sent the same. */
const KEPT_BYTES = 64 * 1024 * 1024;

export interface UpgradeQueueOptions {
  /** id of the process */
  gateway: string;
  /** the epoch under which this gateway has the device's connection; null = it has not */
  owned(deviceId: number): Promise<number | null>;
  storage: Storage;
  /** by which signatures are checked, in Base64; '' = none are asked for */
  publicKey: string;
  /** the present of a device changed without a report */
  deviceTouched(deviceId: number): void;
  now?: () => number;
}

interface Found extends Signed {
  id: number;
  state: 'queued' | 'sending' | 'verifying';
  rollout_id: number;
  running: boolean;
  unfit: IssueCause | null;
  /** sealed, or on its way, since it began */
  held: IssueWait | null;
  firmware_id: number;
  maker_code: string;
  sha256: string;
  serial: number | null;
  parts: number;
  /** the lock has said that it took it */
  answered: boolean;
}

const causes: Record<Exclude<UpgradeAnswer, 'taken'>, IssueCause> = {
  refused: 'refused',
  cancelled: 'cancelled',
  unsupported: 'unsupported',
};

/**
 * A text of SQL over i (firmware_issue), $1 (device) and $2 (serial): whether a word under this serial is what the lock said of
 * an earlier try, because it saw no acknowledgement: it has said the like lately, and has not all parts of this one.
 */
const repeats = `((i.state = 'sending' or i.state = 'queued' and i.parts < i.parts_total) and exists (select from firmware_issue p where p.device_id = $1 and p.answer_serial = $2
  and (p.id = i.id or coalesce(p.end_time, p.answer_time) > now() - interval '1 day')))`;

/** A text of SQL over firmware_issue: the lock was sent some of it, and has not come to its end; perhaps it waits again. */
const isBegun = "(state in ('sending', 'verifying') or state = 'queued' and serial is not null)";

/** A text of SQL over i (firmware_issue): the lock may well have what it was sent before it had to wait; what is older is sent anew. */
const goesOn = `i.send_time > now() - interval '${UPGRADE_HOURS} hours'`;

/** Firmware as the gateway sees it: an issue is marked as being sent before its first part leaves, and what is there of it is kept. */
export const openUpgrades = (
  platform: Pool,
  { gateway, owned, storage, publicKey, deviceTouched, now = Date.now }: UpgradeQueueOptions,
): UpgradeQueue => {
  const contents = new LRUCache<number, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const fail = (id: number, cause: IssueCause) =>
    platform.query(
      `update firmware_issue set state = 'failed', cause = $2, end_time = now()
        where id = $1 and state in ('queued', 'sending', 'verifying')`,
      [id, cause],
    );
  /** Null: it is not what was published any more, or not signed, and its issue has failed. */
  const dataOf = async (found: Found): Promise<Buffer | null> => {
    const { id, firmware_id, sha256 } = found;
    const held = contents.get(firmware_id);
    if (held) return held;
    const read = await contentOf(platform, storage, sha256).catch((error: unknown) => {
      if (error instanceof Damaged) return null;
      throw error;
    });
    // the key may have come after it was published
    const isGood = read && (publicKey === '' || (found.signature !== '' && isSigned(read, found, publicKey)));
    if (isGood) contents.set(firmware_id, read);
    else await fail(id, read ? 'unsigned' : 'damaged');
    return isGood ? read : null;
  };
  const upgradeOf = (found: Found, deviceId: number, data: Uint8Array): Upgrade => ({
    id: found.id,
    deviceId,
    version: found.firmware_version,
    maker: found.maker_code,
    data,
    state: found.answered ? 'verifying' : 'sending',
    serial: found.serial,
    parts: found.parts,
  });

  return {
    async waiting() {
      const { rows } = await platform.query<{ device_id: number }>(
        `select i.device_id from firmware_issue i join firmware_rollout r on r.id = i.rollout_id
          where i.state = 'queued' and r.state = 'running' or i.state = 'sending'
             or i.state = 'verifying'`,
      );
      return rows.map((row) => row.device_id);
    },

    async claim(deviceId) {
      const epoch = await owned(deviceId);
      if (epoch === null) return null;
      const { rows } = await platform.query<Found>(
        `select i.id, i.state, i.rollout_id, r.state = 'running' as running, ${unfit} as unfit, ${holdOf('d.id')} as held, f.id as firmware_id, f.firmware_version, f.maker_code, f.signature,
           t.device_type, c.sha256,
           i.serial, i.parts, i.answer_time is not null as answered
         from firmware_issue i join firmware_rollout r on r.id = i.rollout_id join firmware f on f.id = i.firmware_id
           join file c on c.id = f.firmware_path join device d on d.id = i.device_id
           join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
         where i.device_id = $1 and i.state in ('queued', 'sending', 'verifying')`,
        [deviceId],
      );
      const found = rows[0];
      if (!found || found.unfit !== null) return null;
      if (found.answered) return upgradeOf(found, deviceId, new Uint8Array());
      // its last part would have it start anew: it goes on when it is unsealed again
      if (found.held !== null) return null;
      if (found.state === 'queued') {
        const [lock] = await locksById(platform, [deviceId]);
        if (!found.running || !lock || waitOf(lock) !== null) return null;
        if ((await keptFromGoingOn(platform, found.rollout_id)) !== null) return null;
      }
      const data = await dataOf(found);
      if (!data) return null;
      // of one that has all its parts the lock may miss some, for what a line takes it need not bring
      if (found.state !== 'queued') return upgradeOf(found, deviceId, data);
      const sent = await platform.query<{ serial: number | null; parts: number }>(
        `update firmware_issue i set send_time = now(), attempt = attempt + case when ${goesOn} then 0 else 1 end,
           state = case when ${goesOn} and serial is not null and parts = parts_total then 'verifying' else 'sending' end,
           serial = case when ${goesOn} then serial end, parts = case when ${goesOn} then parts else 0 end
          where i.id = $1 and i.state = 'queued' and exists (select from firmware_rollout r where r.id = i.rollout_id and r.state = 'running')
            and exists (select from device_connection c where c.device_id = $2 and c.gateway = $3 and c.epoch = $4 and c.connected)
            and not exists (select from command o where o.device_id = $2 and o.physical and o.state in ('queued', 'sent'))
          returning serial, parts`,
        [found.id, deviceId, gateway, epoch],
      );
      const [begun] = sent.rows;
      return begun ? upgradeOf({ ...found, ...begun }, deviceId, data) : null;
    },

    async arrived(id, serial, parts, total) {
      const { rows } = await platform.query<{ held: IssueWait | null }>(
        `update firmware_issue set serial = $2, parts = $3::integer, parts_total = $4::integer,
           state = case when $3::integer = $4::integer then 'verifying' else state end
          where id = $1 and state in ('sending', 'verifying') and answer_time is null returning ${holdOf('firmware_issue.device_id')} as held`,
        [id, serial, parts, total],
      );
      return rows[0]?.held === null;
    },

    async answered(deviceId, answer, serial) {
      const { rowCount } =
        answer === 'taken'
          ? await platform.query(
              `update firmware_issue i set state = 'verifying', answer_time = coalesce(answer_time, to_timestamp($3::float8 / 1000)),
                 answer_serial = $2
                where device_id = $1 and ${isBegun} and not ${repeats}`,
              [deviceId, serial, now()],
            )
          : await platform.query(
              `update firmware_issue i set state = 'failed', cause = $3, end_time = now(), answer_serial = coalesce($2, answer_serial)
                where device_id = $1 and ${isBegun} and answer_time is null and not ${repeats}`,
              [deviceId, serial, causes[answer]],
            );
      if (rowCount !== 0) return 'kept';
      // said once more, because nobody had acknowledged it
      const again = await platform.query(
        `select from firmware_issue where device_id = $1 and state <> 'created'
           and coalesce(end_time, now()) > now() - interval '1 day' limit 1`,
        [deviceId],
      );
      return again.rowCount === 0 ? 'not ours' : 'said before';
    },

    async told(deviceId, said, connectedSince) {
      const version = said.trim();
      if (version === '') return;
      const told = await platform.query('update lock_state set ver = $2 where device_id = $1 and ver <> $2', [
        deviceId,
        version.slice(0, 40),
      ]);
      if (told.rowCount !== 0) deviceTouched(deviceId);
      await platform.query(
        `update firmware_issue set told_version = $2,
           state = case when firmware_version = $2 then 'success' when anew then 'failed' else state end,
           cause = case when firmware_version <> $2 and anew then 'otherVersion' end,
           end_time = case when firmware_version = $2 or anew then now() end
         from (select id as of, to_timestamp($3::float8 / 1000) > answer_time as anew from firmware_issue
           where device_id = $1 and state = 'verifying' and answer_time is not null) n
         where id = of and state = 'verifying'`,
        [deviceId, version.slice(0, 40), connectedSince],
      );
    },
  };
};
