import { z } from 'zod';
import { Alarm, AlarmSeverity } from '../alarms/alarms.ts';
import { Id, oneOrMore } from '../kit/call.ts';
import { alarmKinds } from '../lock/codes.ts';
import { RecordKey, recordCalls } from './recordCalls.ts';

const { swipe: _, event_id: __, out_of_use: ___, ...alarm } = Alarm.shape;
const row = { key: RecordKey, ...alarm };
export const AlertRecord = z.object(row);
export type AlertRecord = z.output<typeof AlertRecord>;

/** What rang, by when it rang first, whatever became of it since. */
export const alertRecords = recordCalls({
  path: 'alertRecord',
  title: { zh: '设备告警记录', en: 'device alert records' },
  row,
  filter: {
    kind: oneOrMore(z.enum(alarmKinds)).optional(),
    severity: AlarmSeverity.optional(),
    status: Alarm.shape.status.optional(),
  },
  detail: {
    event_id: Id.nullable(),
    /** of the frame that rang it; null: none did, or it is not kept any more */
    frame: z.string().nullable(),
  },
});
