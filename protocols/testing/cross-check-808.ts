import { hhd } from '../src/hhd/messages.ts';
import { jointech808 } from '../src/jointech808/messages.ts';
import { batchOf } from '../src/jt808/batch.ts';
import { encodeFrame } from '../src/jt808/encode.ts';
import { unescaped, wrap } from '../src/jt808/escape.ts';
import { Jt808Framer } from '../src/jt808/framer.ts';
import { decodeFrame, type Frame } from '../src/jt808/header.ts';
import { locationWith } from '../src/jt808/location.ts';
import { jt808 } from '../src/jt808/messages.ts';
import { decode, encode } from '../src/kit/codec.ts';
import type { AssertedLocation } from './asserted.ts';
import { compareReports808 } from './cross-check-report.ts';
import { differencesOf, type Outcome } from './outcome.ts';

export interface Asserted808 {
  checksum_ok: boolean;
  msg_id: string;
  version_flag: boolean;
  terminal_id_bcd: string;
  serial: number;
  body_length_field: number;
  body_length_actual: number;
  batch_type?: number;
  location?: AssertedLocation | Record<string, unknown>;
  locations?: AssertedLocation[];
}

/** Items as bytes: every id is unknown to an empty table, and so comparable. */
const plainLocation = locationWith({});
const plainBatch = batchOf(plainLocation);

/** Frames and texts of a stream, or why there are none. */
export function received(wire: Uint8Array): { frames: Frame[]; texts: string[]; refusals: string[] } {
  const frames: Frame[] = [];
  const texts: string[] = [];
  const refusals: string[] = [];
  new Jt808Framer({
    frame: (content) => frames.push(decodeFrame(content)),
    text: (raw) => texts.push(Buffer.from(raw).toString('latin1')),
    refused: (reason) => refusals.push(reason),
  }).push(wire);
  return { frames, texts, refusals };
}

/** The plain bytes between two flags, whatever they mean. */
export function unwrapped(wire: Uint8Array): string {
  return `7e${unescaped(wire, 1, wire.length - 1)?.toString('hex')}7e`;
}

/** Messages of Jointech's newer locks, whose serial is one byte: another header, which we do not read. */
const byteSerial = new Set(['0x5501', '0x5502']);

/**
 * `plain` is a frame between its flags as the suite has it, which takes the escapes out before it decodes. Where that
 * spoils the checksum, the suite left the escapes in, or means a broken frame.
 */
export function compare808(plain: Uint8Array, asserted: Asserted808): Outcome {
  if (byteSerial.has(asserted.msg_id)) return { unclaimed: `message ${asserted.msg_id}, a header of its own` };
  const wire = asserted.checksum_ok ? wrap(plain.subarray(1, -2)) : plain;
  const { frames, refusals } = received(wire);
  const [frame] = frames;
  if (!asserted.checksum_ok) {
    if (!frame) return { differences: differencesOf({ refusal: refusals[0] }, { refusal: 'checksum' }) };
    return { differences: differencesOf({ length: frame.body.length }, { length: asserted.body_length_field }) };
  }
  if (!frame) return { differences: [`refused: ${refusals.join()}`] };
  const { header, body } = frame;
  const differences = differencesOf(
    {
      id: header.id,
      is2019: header.version === 2019,
      phone: header.phone,
      serial: header.serial,
      length: body.length,
      again: encodeFrame(header, body).toString('hex'),
      checksum: unescaped(wire, 1, wire.length - 1)?.at(-1),
    },
    {
      id: Number(asserted.msg_id),
      is2019: asserted.version_flag,
      phone: asserted.terminal_id_bcd,
      serial: asserted.serial,
      length: asserted.body_length_actual,
      again: Buffer.from(wire).toString('hex'),
      checksum: plain.at(-2),
    },
  );
  const message = jt808.decode(header.id, header.version, body);
  if (message.kind === 'location') {
    const location = asserted.location as AssertedLocation;
    differences.push(...compareLocation(body, location), ...compareReports808(frame, [location]));
  }
  if (message.kind === 'batch') {
    differences.push(...compareBatch(message.body.kind, body, asserted));
    differences.push(...compareReports808(frame, asserted.locations ?? []));
  }
  if (differences.length === 0 && message.kind === 'unknown') {
    return { unclaimed: `message ${asserted.msg_id}, header equal and body kept` };
  }
  return { differences };
}

function compareBatch(kind: number, body: Uint8Array, asserted: Asserted808): string[] {
  const { locations } = decode(plainBatch, body);
  const ours = { kind, count: locations.length, again: encode(plainBatch, { kind, locations }).toString('hex') };
  const theirs = {
    kind: asserted.batch_type,
    count: asserted.locations?.length,
    again: Buffer.from(body).toString('hex'),
  };
  const each = locations.flatMap((location, i) =>
    location instanceof Uint8Array
      ? ['a location that is none']
      : compareLocation(encode(plainLocation, location), asserted.locations?.[i] as AssertedLocation),
  );
  return [...differencesOf(ours, theirs), ...each];
}

function compareLocation(body: Uint8Array, asserted: AssertedLocation): string[] {
  const location = decode(plainLocation, body);
  const ours = {
    alarm: location.alarm.raw,
    status: location.status.raw,
    valid: location.status.fix,
    lat: location.latitude,
    lon: location.longitude,
    altitude: location.altitude,
    speed: location.speed,
    heading: location.heading,
    time: location.time,
    items: location.items
      .map((one) => (one.name === 'unknown' ? `${one.id}:${Buffer.from(one.value).toString('hex')}` : one.name))
      .join(' '),
    viaHhd: hhd.encode(hhd.decode(0x0200, 2013, body), 2013).toString('hex'),
    viaJointech808: jointech808.encode(jointech808.decode(0x0200, 2013, body), 2013).toString('hex'),
  };
  const again = Buffer.from(body).toString('hex');
  return differencesOf(ours, {
    alarm: asserted.alarm_u32,
    status: asserted.status_u32,
    valid: asserted.valid,
    lat: asserted.lat,
    lon: asserted.lon,
    altitude: asserted.alt_m,
    speed: asserted.speed_kmh,
    heading: asserted.course,
    time: asserted.time_bcd_yymmddhhmmss_local,
    items: asserted.tlv.map(({ id, hex }) => `${Number.parseInt(id, 16)}:${hex}`).join(' '),
    viaHhd: again,
    viaJointech808: again,
  });
}
