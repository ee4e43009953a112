import type { Part } from '../kit/codec.ts';
import { explain } from '../kit/explain.ts';
import { readText } from '../kit/text.ts';
import { lockEventFields } from './lock-event.ts';
import { subLockReport } from './sub-lock.ts';
import { decodeUplink, wordOf } from './uplink.ts';
import { unescapePayload } from './wlnet.ts';

/** The fields of a `(`…`)` text, with the bytes each came from, and what it is. Throws as `decodeUplink` does. */
export function explainText(raw: Uint8Array): { kind: string; word: string; parts: Part[] } {
  const message = decodeUplink(raw);
  const names = message.kind === 'lockEvent' ? ['word', ...lockEventFields] : [];
  const end = message.kind === 'subLock' ? markEnd(raw) : raw.length - 1;
  const fields = fieldsBetween(raw, 1, end);
  const parts = fields.map(([from, to], i): Part => {
    const bytes = raw.subarray(from, to);
    const name = i === 0 ? 'id' : (names[i - 1] ?? `field ${i}`);
    return { name, from, hex: Buffer.from(bytes).toString('hex'), value: readText(bytes) };
  });
  if (message.kind !== 'subLock') {
    const text = parts.slice(1).map(({ value }) => String(value));
    return { kind: message.kind, word: wordOf(text), parts };
  }
  const payload = raw.subarray(end + 1, -1);
  parts.push({
    name: 'payload',
    from: end + 1,
    hex: Buffer.from(payload).toString('hex'),
    value: unescapePayload(payload),
    // its bytes are counted from its own beginning, without the escapes
    parts: explain(subLockReport, message.payload),
  });
  return { kind: message.kind, word: 'WLNET,5', parts };
}

const comma = 0x2c;
const mark = 'WLNET,5,';

/** Where the comma before the payload stands. */
function markEnd(raw: Uint8Array): number {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf(mark) + mark.length - 1;
}

function fieldsBetween(raw: Uint8Array, from: number, end: number): [from: number, to: number][] {
  const fields: [number, number][] = [];
  let begin = from;
  for (let at = from; at <= end; at++) {
    if (at < end && raw[at] !== comma) continue;
    fields.push([begin, at]);
    begin = at + 1;
  }
  return fields;
}
