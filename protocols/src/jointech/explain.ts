import type { Part } from '../kit/codec.ts';
import { explain } from '../kit/explain.ts';
import { readText } from '../kit/text.ts';
import { decodeDownlink } from './downlink.ts';
import { lockEventFields } from './lock-event.ts';
import { subLockReport } from './sub-lock.ts';
import { decodeUplink, wordOf } from './uplink.ts';
import { unescapePayload } from './wlnet.ts';

export interface ExplainedText {
  /** of the lock that says it; empty in what the platform says, which names none */
  id: string;
  kind: string;
  word: string;
  parts: Part[];
}

/**
 * The fields of a `(`…`)` text, with the bytes each came from, and what it is, whichever side says it: what the platform says
 * begins with its word. Throws as `decodeUplink` does.
 */
export function explainText(raw: Uint8Array): ExplainedText {
  return /^\(P\d\d[,)]/.test(Buffer.from(raw.subarray(0, 5)).toString('latin1'))
    ? explainOrder(raw)
    : explainUplink(raw);
}

function explainOrder(raw: Uint8Array): ExplainedText {
  const { kind } = decodeDownlink(raw);
  const parts = partsOf(raw, raw.length - 1, ['word']);
  return { id: '', kind, word: String(parts[0]?.value ?? ''), parts };
}

/** The fields of a text that ends at `end`. */
export function partsOf(raw: Uint8Array, end: number, names: readonly string[]): Part[] {
  return fieldsBetween(raw, 1, end).map(([from, to], i): Part => {
    const bytes = raw.subarray(from, to);
    return { name: names[i] ?? `field ${i}`, from, hex: Buffer.from(bytes).toString('hex'), value: readText(bytes) };
  });
}

function explainUplink(raw: Uint8Array): ExplainedText {
  const message = decodeUplink(raw);
  const { id } = message;
  const names = message.kind === 'lockEvent' ? ['word', ...lockEventFields] : [];
  const end = message.kind === 'subLock' ? markEnd(raw) : raw.length - 1;
  const parts = partsOf(raw, end, ['id', ...names]);
  if (message.kind !== 'subLock') {
    const text = parts.slice(1).map(({ value }) => String(value));
    return { id, kind: message.kind, word: wordOf(text), parts };
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
  return { id, kind: message.kind, word: 'WLNET,5', parts };
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
