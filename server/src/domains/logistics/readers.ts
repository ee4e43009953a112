import { heard } from '@plomb/contract/logistics/batchSteps';
import { type RfidResult, rfidMoved } from '@plomb/contract/seals/rfidSteps';
import { ON_SITE_METRES } from '@plomb/contract/seals/sealSteps';
import type { ClientBase } from 'pg';
import {
  amongOpenings,
  causeOf,
  holdBatch,
  isAtDestination,
  isAtStart,
  isInside,
  isLast,
  isNewest,
  moveBatch,
  positionAt,
  stateAt,
  writeSteps,
} from './hold.ts';
import { mayOpen } from './positions.ts';

interface Told {
  id: number;
  seal_id: number;
  number: string;
  result: RfidResult;
  at: string;
  device_time: string;
  late: boolean;
  lat: number | null;
  lon: number | null;
  accuracy: number | null;
  reason: string;
  photos: string[];
  operator_id: number;
  oper_name: string;
  org_name: string;
  /** 0: nobody knows any more */
  role_id: number;
  batch_id: number;
  position_id: number;
}

/**
 * What a reader did with the lock of a chip is a word of that lock, of the position that the chip was on by then: by the chip's own operations,
 * for whoever opened its lock may take it off, and close it in the hand. Opened by whoever may not, or by one where two are asked for, it was
 * opened without right.
 */
export const followReader = async (client: ClientBase, record: number): Promise<void> => {
  const { rows } = await client.query<Told>(
    `select r.id, r.seal_id, r.number, r.result, r.at, r.device_time, r.late, r.lat, r.lon, r.accuracy, r.reason, r.photos, r.operator_id,
       r.oper_name, r.org_name, coalesce(w.role_id, 0) as role_id, p.batch_id, p.id as position_id
     from rfid_record r left join operator w on w.id = r.operator_id
       cross join lateral (select o.operation, o.thing, o.thing_id from seal_operation o where o.seal_id = r.seal_id and o.outcome = 'done'
         and o.operation in (0, 2, 3) and o.at <= r.at order by o.at desc, o.id desc limit 1) s
       join batch_position p on s.operation = 0 and s.thing = 'position' and p.id = s.thing_id
     where r.id = $1 and not exists (select from batch_step k where k.rfid_record_id = r.id)`,
    [record],
  );
  const told = rows[0];
  const batch = told && (await holdBatch(client, told.batch_id, new Date(told.at)));
  const position = batch?.positions.find(({ id }) => id === told!.position_id);
  if (!batch || !position) return;
  const at = new Date(told!.at);
  // what was carried is handed over by then
  if (batch.end_time !== null && new Date(batch.end_time) < at) return;
  const { state: before, sealId } = await positionAt(client, position, at);
  // another is on it by then
  if (sealId !== told!.seal_id) return;
  const { lat, lon, accuracy } = told!;
  const isPlace = lat !== null && lon !== null && accuracy !== null && accuracy <= ON_SITE_METRES;
  const here = isPlace ? { lat, lon } : null;
  const isOpened = rfidMoved(null, told!.result).state !== 'closed';
  const may = mayOpen(position, { id: told!.operator_id, roleId: told!.role_id }) && !position.second_person;
  const newest = isNewest(position, at);
  const isOver = batch.state === 'completed' || batch.state === 'cancelled';
  const { standing, steps } = heard(
    {
      ...{ abnormal: batch.abnormal, scrapped: batch.scrapped, position: before },
      state: isOver ? batch.state : stateAt(batch, at),
    },
    isOpened ? 'unsealed' : 'sealed',
    {
      ...{ atStart: here === null || isAtStart(batch, here), inside: isInside(batch, position, here), newest },
      ...{
        left: batch.transit_time !== null,
        wrong: isOpened && before === 'sealed' && batch.transit_time !== null && !may ? 'reader_abnormal' : null,
      },
      ...amongOpenings(batch, position, at, here),
      last: isLast(batch, position, isOpened ? 'unseal' : 'seal'),
    },
  );
  if (steps.length === 0) return;
  await writeSteps(
    client,
    batch,
    {
      ...{ position, source: 'reader', at, device: new Date(told!.device_time), late: told!.late, record: told!.id },
      ...{ number: told!.number, sealId, reason: told!.reason, here, accuracy, photos: told!.photos },
      operator: { id: told!.operator_id, operName: told!.oper_name, orgName: told!.org_name },
    },
    steps,
  );
  if (newest && !isOver && standing.position !== position.state)
    await client.query(
      `update batch_position set state = $2::text, last_time = $3, opened_time = case when $2 = 'opened' then $3::timestamptz end,
         opened_off = $2 = 'opened' and $4::boolean,
         sealed_time = case when $2 = 'sealed' then $3::timestamptz else sealed_time end where id = $1`,
      [position.id, standing.position, at, !isAtDestination(batch, here)],
    );
  const ending = { result: 'normal', reason: '', by: { id: told!.operator_id, operName: told!.oper_name } } as const;
  await moveBatch(client, batch, standing, { at, cause: causeOf(steps), ending });
};
