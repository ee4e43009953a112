import { decodeDownlink, encodeDownlink } from '../src/jointech/downlink.ts';
import { JointechFramer } from '../src/jointech/framer.ts';
import { decodePosition, encodePosition } from '../src/jointech/position.ts';
import { decodeUplink, encodeUplink } from '../src/jointech/uplink.ts';
import { MalformedMessage } from '../src/kit/malformed.ts';
import type { AssertedJointech } from './asserted.ts';
import { compareEventReport, comparePositionReport } from './cross-check-report.ts';
import { differencesOf, type Outcome } from './outcome.ts';

/** The frames of a stream as received; anything refused is a difference. */
export function jointechFrames(wire: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  new JointechFramer({
    position: (raw) => frames.push(raw),
    text: (raw) => frames.push(raw),
    refused: (reason) => {
      throw new Error(`refused: ${reason}`);
    },
  }).push(wire);
  return frames;
}

export function compareJointech(wire: Uint8Array, asserted: AssertedJointech): Outcome {
  const [frame] = jointechFrames(wire);
  if (!frame) return { differences: ['no frame'] };
  if (frame[0] === 0x28) return compareText(frame, asserted);
  if (asserted.long_format) {
    return { differences: [...comparePosition(frame, asserted), ...comparePositionReport(frame, asserted)] };
  }
  try {
    decodePosition(frame);
    return { differences: ['a tracker frame was taken for a lock'] };
  } catch (error) {
    if (!(error instanceof MalformedMessage) || error.reason !== 'edition') throw error;
    return { unclaimed: 'tracker frame without version, framed and refused' };
  }
}

function comparePosition(frame: Uint8Array, { location = {}, ...asserted }: AssertedJointech): string[] {
  const position = decodePosition(frame);
  const ours = {
    id: position.id,
    version: position.version,
    type: position.dataType,
    valid: position.flags.fix,
    lat: rounded(position.latitude),
    lon: rounded(position.longitude),
    time: position.time,
    heading: position.heading,
    mileage: position.mileage,
    satellites: position.satellites,
    status: position.status.raw,
    battery: position.battery,
    again: encodePosition(position).toString('hex'),
  };
  return differencesOf(ours, {
    id: asserted.device_id,
    version: asserted.protocol_version,
    type: asserted.type_nibble,
    valid: location.valid,
    lat: location.lat,
    lon: location.lon,
    time: location.time_bcd_ddmmyyhhmmss_utc,
    heading: location.course,
    mileage: location.odometer_km,
    satellites: location.satellites,
    status: Number(location.status_u16),
    battery: location.battery,
    again: Buffer.from(frame).toString('hex'),
  });
}

function compareText(frame: Uint8Array, asserted: AssertedJointech): Outcome {
  const message = decodeUplink(frame);
  const again = encodeUplink(message).toString('latin1');
  const text = Buffer.from(frame).toString('latin1');
  if (message.kind !== 'lockEvent') {
    const differences = differencesOf({ kind: message.kind, again }, { kind: 'other', again: text });
    return differences.length > 0 ? { differences } : { unclaimed: `text ${asserted.message}, kept as fields` };
  }
  const { event } = message;
  const ours = {
    lat: event.latitude,
    lon: event.longitude,
    fix: event.fix,
    time: event.time,
    card: event.card,
    source: event.source,
    verify: event.verify,
    wrong: event.wrongCount,
    serial: event.serial,
    again,
  };
  const theirs = {
    lat: asserted.lat,
    lon: asserted.lon,
    fix: asserted.valid,
    time: `${asserted.date_ddmmyy}${asserted.time_hhmmss_utc}`,
    card: asserted.rfid,
    source: asserted.event_source,
    verify: asserted.unlock_verification,
    wrong: asserted.wrong_password_count,
    serial: asserted.index,
    again: text,
  };
  return { differences: [...differencesOf(ours, theirs), ...compareEventReport(frame, asserted)] };
}

/** A text the platform sends. */
export function compareCommand(text: string): Outcome {
  const again = encodeDownlink(decodeDownlink(Buffer.from(text))).toString('latin1');
  return { differences: differencesOf({ again }, { again: text }) };
}

function rounded(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 1e6) / 1e6;
}
