import { eventDetail } from '../src/hhd/events.ts';
import { type HhdMessage, hhd } from '../src/hhd/messages.ts';
import { jointech808 } from '../src/jointech808/messages.ts';
import { encodeFrame } from '../src/jt808/encode.ts';
import type { Frame } from '../src/jt808/header.ts';
import { identityOf } from '../src/jt808/header.ts';
import { jt808 } from '../src/jt808/messages.ts';
import { itemValue } from '../src/kit/tlv.ts';
import { received } from './cross-check-808.ts';
import { hhdReportsOf, subLockReportOf } from './cross-check-report.ts';
import { differencesOf, type Outcome } from './outcome.ts';

/**
 * Registrations of one public suite pad their texts in front; we pad behind, so only these may differ in bytes when
 * encoded again.
 */
const paddedInFront = new Set([0x0100, 0x0107]);

/** Frames given by name alone: the name says the message id, and `facts` what is publicly known of a few. */
export function compareNamed(name: string, wire: Uint8Array): Outcome {
  if (name.includes('WLNET,5')) return compareSubLock(name, wire);
  const { frames, refusals } = received(wire);
  const [frame] = frames;
  if (!frame) return { differences: [`refused: ${refusals.join()}`] };
  const { header, body } = frame;
  const message = jt808.decode(header.id, header.version, body);
  const stated = /(?:0x)?\b(0x[0-9A-F]{4}|[0-9]{4})\b/.exec(name)?.[1];
  const again = encodeFrame(header, jt808.encode(message, header.version)).toString('hex');
  const wireHex = Buffer.from(wire).toString('hex');
  const differences = differencesOf(
    { unknown: message.kind === 'unknown', again: paddedInFront.has(header.id) ? wireHex : again },
    { unknown: false, again: wireHex },
  );
  if (stated !== undefined) {
    differences.push(...differencesOf({ id: header.id }, { id: Number.parseInt(stated.replace('0x', ''), 16) }));
  }
  const facts = known.find(({ title }) => name === title);
  if (facts) differences.push(...differencesOf(facts.read(frame), facts.facts));
  return { differences };
}

/** Payloads of sub-locks, unescaped, and what their finders saw on the bench. */
const knownSubLocks: Readonly<Record<string, Record<string, unknown>>> = {
  'zee WLNET,5 JT709 with its cover open': {
    deviceTime: '2026-08-06T11:55:07.000Z',
    fix: false,
    id: 'E03B60000A',
    voltage: 3.12,
    electric: 99,
    rssi: -22,
    locked: true,
    code: 'WLNET,5:4/E03B60000A',
    alarms: 'illegal_unlocking',
    card: null,
  },
};

function compareSubLock(name: string, payload: Uint8Array): Outcome {
  const facts = knownSubLocks[name];
  if (!facts) return { unclaimed: 'nothing is asserted of it' };
  const { deviceTime, position, subLocks, event, icc_card_no } = subLockReportOf(payload);
  const [sub] = subLocks;
  const ours = {
    deviceTime: new Date(deviceTime).toISOString(),
    fix: position?.fix,
    id: sub?.id,
    voltage: sub?.voltage,
    electric: sub?.electric,
    rssi: sub?.rssi,
    locked: sub?.locked,
    code: event?.code,
    alarms: event?.alarms.join(),
    card: icc_card_no,
  };
  return { differences: differencesOf(ours, facts) };
}

function hhdItems({ header, body }: Frame) {
  const message: HhdMessage = hhd.decode(header.id, header.version, body);
  if (message.kind !== 'location') throw new Error(`a ${message.kind} instead of a location`);
  return message.body.items;
}

const known: { title: string; read: (frame: Frame) => Record<string, unknown>; facts: Record<string, unknown> }[] = [
  {
    title: 'traccar HHD 0x60 card unseal',
    read(frame) {
      const items = hhdItems(frame);
      const event = itemValue(items, 'event');
      const cells = itemValue(items, 'cells');
      const [report] = hhdReportsOf(frame);
      return {
        report: JSON.stringify({
          code: report?.event?.code,
          card: report?.icc_card_no,
          password: report?.unlockPassword,
          electric: report?.electric,
          mnc: report?.mnc,
          cid: report?.cid,
        }),
        event: event?.code,
        card: event && eventDetail(event).actor,
        password: itemValue(items, 'password'),
        voltage: itemValue(items, 'voltage'),
        cell: JSON.stringify([cells?.mcc, cells?.cells[0]?.mnc, cells?.cells[0]?.cid, cells?.cells[0]?.lac]),
      };
    },
    facts: {
      report: '{"code":"hhd:0004","card":"90025499","password":"13214322","electric":82,"mnc":0,"cid":205584543}',
      event: 4,
      card: '90025499',
      password: '13214322',
      voltage: 4.03,
      cell: JSON.stringify([460, 0, 0x0c40f89f, 0x27b0]),
    },
  },
  {
    title: 'traccar HHD sublocks',
    read(frame) {
      const [report] = hhdReportsOf(frame);
      const [first, second] = report?.subLocks ?? [];
      return { locked: first?.locked, battery: second?.voltage, imsi: report?.imsi, alarms: report?.event };
    },
    facts: { locked: true, battery: 4.038, imsi: '510101915927875', alarms: null },
  },
  {
    title: 'traccar HHD sublock event',
    read(frame) {
      const event = itemValue(hhdItems(frame), 'event');
      const [report] = hhdReportsOf(frame);
      return {
        event: event?.code,
        ...(event && eventDetail(event)),
        code: report?.event?.code,
        card: report?.icc_card_no,
      };
    },
    facts: {
      event: 0x65,
      name: 'sub-lock event',
      actor: '90017383',
      subLock: '001234567890',
      code: 'hhd:0065/001234567890',
      card: '90017383',
    },
  },
  {
    title: 'traccar JT709A 0x0B',
    read({ header, body }) {
      const message = jointech808.decode(header.id, header.version, body);
      if (message.kind !== 'location') throw new Error(`a ${message.kind} instead of a location`);
      const { latitude, longitude, items } = message.body;
      const cell = itemValue(items, 'cell');
      return {
        id: identityOf(header.phone),
        latitude,
        longitude,
        battery: JSON.stringify(itemValue(items, 'battery')),
        voltage: JSON.stringify(itemValue(items, 'voltage')),
        network: `${cell?.mcc}/${cell?.mnc}`,
        card: itemValue(items, 'lockEvent')?.card,
      };
    },
    facts: {
      id: '794308010679',
      latitude: -25.269608,
      longitude: -57.602956,
      battery: '{"percent":100}',
      voltage: '{"volts":4.18}',
      network: '744/4',
      card: '0006437449',
    },
  },
];
