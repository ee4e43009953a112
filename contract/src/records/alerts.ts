import { z } from 'zod';
import { Alarm, AlarmSeverity } from '../alarms/alarms.ts';
import { Id, oneOrMore } from '../kit/call.ts';
import { alarmKinds } from '../lock/codes.ts';
import { Swipe } from '../lock/swipe.ts';
import { RecordKey, recordCalls } from './recordCalls.ts';

const { swipe: _, event_id: __, out_of_use: ___, ...alarm } = Alarm.shape;
const row = {
  ...{ key: RecordKey, ...alarm },
  /** of an alarm by a card that was held to the lock: how it stood to the rules of that moment; null, '': it is none, or nobody judged */
  swipe_verdict: Swipe.shape.verdict.nullable(),
  swipe_doubt: Swipe.shape.doubt,
  swipe_rule: Swipe.shape.rule_name,
};
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
