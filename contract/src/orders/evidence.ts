import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { LockEvent } from '../lock/command.ts';
import { QueuedOrder } from './orderQueue.ts';

/** What an evidence card says: an order, the lock's own word that proves it, the frame of that word, the log. */
export const EvidenceCard = z.object({
  order: QueuedOrder,
  /** true: the lock itself reported the deed, in the order's time and by its source. Nothing else is proof. */
  proved: z.boolean(),
  /** the word of the lock the order has its evidence from, whatever that is worth */
  event: LockEvent.nullable(),
  /** the frame as received, hex; null: it is not kept any more, or there was none */
  raw: z.string().nullable(),
  /** where the giving of the order stands in the operation log; null: it is not kept any more, or is out of sight */
  log: z.object({ id: Id, instruct: z.string(), operate_address: z.string(), create_time: Time }).nullable(),
  /** all of the above that never changes again, line by line, in UTF-8 */
  text: z.string(),
  /** SHA-256 of `text`, hex: whoever has the text can count it again */
  checksum: z.string(),
});
export type EvidenceCard = z.output<typeof EvidenceCard>;

type Facts = Pick<EvidenceCard, 'order' | 'proved' | 'event' | 'log'> & {
  /** of the frame's bytes, hex */
  frame_sha256: string | null;
};

/** The lines the checksum is of. What may be called otherwise tomorrow (a lock's name, what it guards) is not among them. */
export const evidenceText = ({ order, proved, event, log, frame_sha256: frame }: Facts): string => {
  const lines: [string, unknown][] = [
    ['proved', proved ? 'yes' : 'no'],
    ['order', order.id],
    ['lock', order.sn],
    ['kind', order.kind],
    ['arguments', order.args],
    ['asked by', `${order.oper_name} (${order.login_name})`],
    ['reason', [order.reason_code, order.reason].filter(Boolean).join(' ')],
    ['ordered', order.create_time],
    ['sent', order.sent_time],
    ['answered', order.answer_time],
    ['outcome', order.state],
    ['evidence', order.evidence],
    ['moved', order.evidence_time],
    ['event', event?.id],
    ['event code', event?.code],
    ['action, source', event && [event.lst, event.lso]],
    ['status before, after', event && [event.ls_before, event.ls_after]],
    ['actor', event?.actor],
    ['by our clock', event?.at],
    ["by the lock's clock", event?.device_time],
    ['received', event?.receive_time],
    ['sender proved, time known, how known', event && [event.authenticated, event.timed, event.quality]],
    ['longitude, latitude', event && [event.lon, event.lat]],
    ['frame sha256', frame],
    ['log entry', log?.id],
  ];
  const written = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '-';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return `${lines.map(([name, value]) => `${name}: ${written(value).replace(/\s+/g, ' ')}`).join('\n')}\n`;
};

export const evidence = {
  card: call({
    path: '/evidence/card',
    title: { zh: '查看证据卡', en: 'View an evidence card' },
    permit: 'evidence:view',
    business: null,
    /** of the order */
    input: z.object({ id: Id }),
    output: EvidenceCard,
  }),
};
