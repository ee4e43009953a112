import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { LockEvent } from '../lock/command.ts';
import { QueuedOrder } from './orderQueue.ts';

/** What an evidence card says: an order, the lock's own word that proves it, the frame of that word, the log. */
export const EvidenceCard = z.object({
  /** under the number its lock had when it was ordered */
  order: QueuedOrder,
  /** true: the lock itself reported the deed, in the order's time and by its source. Nothing else is proof. */
  proved: z.boolean(),
  /** the word of the lock the order has its evidence from, whatever that is worth */
  event: LockEvent.nullable(),
  /** the frame as received, without what only carries it, hex, what opens a lock covered as `••`; null: it is not kept any more, or there was none */
  raw: z.string().nullable(),
  /** where the giving of the order stands in the operation log; null: it is not kept any more, or is out of sight */
  log: z.object({ id: Id, instruct: z.string(), operate_address: z.string(), create_time: Time }).nullable(),
  /** of the order and the event what never changes again and is the same for whoever may see it, line by line, in UTF-8 */
  text: z.string(),
  /** SHA-256 of `text`, hex: whoever has the text can count it again */
  checksum: z.string(),
});
export type EvidenceCard = z.output<typeof EvidenceCard>;

/**
 * The lines the checksum is of. Not among them: what may be called otherwise tomorrow (a lock's name, what it guards), and what
 * is kept for a time only or is out of some callers' sight (the frame, the log entry).
 */
export const evidenceText = ({ order, proved, event }: Pick<EvidenceCard, 'order' | 'proved' | 'event'>): string => {
  const lines: [string, unknown][] = [
    ['proved', proved ? 'yes' : 'no'],
    ['order', order.id],
    ['lock', order.sn],
    ['kind', order.kind],
    ['arguments', order.args],
    ['asked by', `${order.oper_name} (${order.login_name})`],
    // of an order in the sight of whoever gave it the lines stay as they were
    ...(order.assigned_to ? [['by the right of', order.assigned_to] satisfies [string, unknown]] : []),
    ...(order.approved_by ? [['approved by', order.approved_by] satisfies [string, unknown]] : []),
    ...(order.in_frozen
      ? [['in a frozen period, by the right to end it', order.in_frozen] satisfies [string, unknown]]
      : []),
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
