import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import type { LockReport } from '@plomb/contract/lock/report';
import type { KnownDevice } from '@plomb/gateway/kit/ports';
import { hhd } from '@plomb/gateway/profiles/hhd';
import { jt701 } from '@plomb/gateway/profiles/jt701';
import type { Circumstances } from '@plomb/gateway/profiles/profile';
import { decodePosition } from '../src/jointech/position.ts';
import { decodeUplink } from '../src/jointech/uplink.ts';
import { type Frame, identityOf } from '../src/jt808/header.ts';
import type { AssertedJointech, AssertedLocation } from './asserted.ts';
import { differencesOf } from './outcome.ts';

/*
 * The last step of reading: what the gateway's profiles make of a frame, against what is asserted of it and against a
 * reading by hand of its items that shares no code with ours.
 */

const receiveTime = Date.UTC(2026, 10, 21);

function circumstances(family: KnownDevice['family'], sn: string): Circumstances {
  const isHhd = family === 'hhd';
  const device: KnownDevice = {
    id: 1,
    sn,
    family,
    model: isHhd ? 'G-300' : 'JT701D',
    utcOffsetMinutes: isHhd ? 480 : 0,
    identityRule: 'open',
    networks: [],
    codeGeneration: 0,
    batteryCurve: lithiumCell,
  };
  return { device, receiveTime, isFirst: true, memory: { alarmWord: 0 } };
}

/** Item id → the least bytes its layout needs. */
const knownItems: Readonly<Record<string, number>> = {
  '01': 4,
  '02': 2,
  '03': 2,
  '04': 2,
  '05': 0,
  '06': 2,
  '11': 1,
  '12': 6,
  '13': 7,
  '25': 4,
  '2A': 2,
  '2B': 4,
  '30': 1,
  '31': 1,
  '50': 0,
  '60': 3,
  '63': 0,
  '66': 2,
  '67': 8,
  '68': 4,
  '69': 2,
  '6A': 1,
  '6B': 1,
  '6C': 15,
  '71': 20,
};

const hexNumber = (hex: string, from = 0, bytes = hex.length / 2) =>
  Number.parseInt(hex.slice(from * 2, (from + bytes) * 2), 16);
const ascii = (hex: string) => Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', '');
const signed = (value: number, bits: number) => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value);

/** Digits of a simple number of the SIM, without what fills the field up. */
const digitsIn = (hex: string) => /^(\d{14,20})F*$/i.exec(ascii(hex))?.[1] ?? null;

/** The fields of a report that items give, read by hand: ids of unknown and malformed ones among them. */
function byHand(items: AssertedLocation['tlv']) {
  const fields = {
    mileage: null as number | null,
    satellites: null as number | null,
    signal: null as number | null,
    temperature: null as number | null,
    voltage: null as number | null,
    cell: null as string | null,
    password: null as string | null,
    sim: null as string | null,
    imsi: null as string | null,
    subLocks: '',
    wifi: '',
    events: [] as string[],
    strange: new Set<string>(),
  };
  for (const { id, hex } of items) {
    const length = hex.length / 2;
    const least = knownItems[id.toUpperCase()];
    if (least === undefined) fields.strange.add(`0200/${id.toUpperCase()} unknown_item`);
    else if (length < least) fields.strange.add(`0200/${id.toUpperCase()} malformed_item`);
    else readByHand(fields, id.toUpperCase(), hex);
  }
  return fields;
}

function readByHand(fields: ReturnType<typeof byHand>, id: string, hex: string): void {
  const rows = (size: number, from = 0) =>
    Array.from({ length: Math.floor((hex.length / 2 - from) / size) }, (_, i) => hex.slice((from + i * size) * 2));
  switch (id) {
    case '01':
      fields.mileage = hexNumber(hex, 0, 4) / 10;
      break;
    case '06':
      fields.temperature = signed(hexNumber(hex, 0, 2), 16);
      break;
    case '30':
    case '6A':
      fields.signal = hexNumber(hex, 0, 1) <= 31 ? hexNumber(hex, 0, 1) : null;
      break;
    case '31':
      fields.satellites = hexNumber(hex, 0, 1);
      break;
    case '50':
      fields.wifi = rows(7)
        .map((row) => `${row.slice(0, 12)}/${signed(hexNumber(row, 6, 1), 8)}`)
        .join();
      break;
    case '60':
      fields.events.push(hex.slice(0, 4).toUpperCase());
      break;
    case '63':
      fields.subLocks = rows(11)
        .map((row) => `${row.slice(0, 12)}/${hexNumber(row, 6, 2) / 1000}/${ascii(row.slice(16, 18)) === '1'}`)
        .join();
      break;
    case '66':
      if (rows(9, 2).length > 0) {
        const [mnc, cid, lac] = [hexNumber(hex, 3, 2), hexNumber(hex, 5, 4), hexNumber(hex, 9, 2)];
        if (cid > 0 && lac > 0) fields.cell = [hexNumber(hex, 0, 2), mnc, lac, cid].join('/');
      }
      break;
    case '67':
      fields.password = ascii(hex);
      break;
    case '69':
      fields.voltage = hexNumber(hex, 0, 2) / 100;
      break;
    case '6C':
      fields.imsi = digitsIn(hex);
      break;
    case '71':
      fields.sim = digitsIn(hex);
  }
}

/** `YYMMDDhhmmss` at GMT+8, as milliseconds; 0 when it is none. */
function millisAtGmt8(digits: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  return Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`) || 0;
}

/** What the `hhd` profile makes of a frame. */
export function hhdReportsOf({ header, body }: Frame): LockReport[] {
  return hhd.read({ header, body, raw: body }, circumstances('hhd', identityOf(header.phone))).reports;
}

/** The same, against what is asserted of its locations. */
export function compareReports808(frame: Frame, asserted: readonly AssertedLocation[]): string[] {
  const { header } = frame;
  const sn = identityOf(header.phone);
  const reports = hhdReportsOf(frame);
  const first = reports.filter(({ part }) => part === 0);
  const differences = differencesOf({ reports: first.length }, { reports: asserted.length });
  let at = 0;
  for (const [i, location] of asserted.entries()) {
    const end = first[i + 1] ? reports.indexOf(first[i + 1]!) : reports.length;
    differences.push(...compareReport(reports.slice(at, end), location, sn, header.serial, header.id));
    at = end;
  }
  return differences;
}

function compareReport(
  reports: readonly LockReport[],
  asserted: AssertedLocation,
  sn: string,
  serial: number,
  id: number,
): string[] {
  const [report] = reports;
  if (!report) return ['no report'];
  const { position } = report;
  const items = byHand(asserted.tlv);
  return differencesOf(
    {
      sn: report.sn,
      serial: report.serial,
      replay: report.replay,
      deviceTime: report.deviceTime,
      fix: position?.fix,
      lat: position?.lat,
      lon: position?.lon,
      altitude: position?.altitude,
      velocity: position?.velocity,
      heading: position?.heading,
      satellites: position?.satellites,
      mileage: report.mileage,
      signal: report.signal,
      temperature: report.temperature,
      voltage: report.voltage,
      cell: report.cid === null ? null : [report.mcc, report.mnc, report.lac, report.cid].join('/'),
      password: report.unlockPassword,
      sim: report.sim_card,
      imsi: report.imsi,
      subLocks: report.subLocks.map(({ id: lock, voltage, locked }) => `${lock}/${voltage}/${locked}`).join(),
      wifi: report.wifi.map(({ mac, rssi }) => `${mac}/${rssi}`).join(),
      events: reports.flatMap(({ event }) => (event ? [event.code.slice(4, 8)] : [])).join(),
      strange: report.notUnderstood
        .filter(({ what, reason }) => what !== '0200/alarm' && reason.endsWith('_item'))
        .map(({ what, reason }) => `${what} ${reason}`)
        .join(),
    },
    {
      ...items,
      sn,
      serial,
      replay: id === 0x0704 && report.report_reson === '0704/1',
      deviceTime: millisAtGmt8(asserted.time_bcd_yymmddhhmmss_local),
      fix: asserted.valid,
      lat: asserted.lat,
      lon: asserted.lon,
      altitude: asserted.alt_m,
      velocity: asserted.speed_kmh,
      heading: asserted.course % 360,
      events: items.events.join(),
      strange: [...items.strange].join(),
    },
  );
}

/** `DDMMYYhhmmss` in UTC, as milliseconds; 0 when it is none. */
function millisUtc(digits: unknown): number {
  const [, day, month, year, hour, minute, second] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(digits)) ?? [];
  return Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0;
}

/** What the `jt701` profile makes of a position frame. */
export function comparePositionReport(raw: Uint8Array, { location = {}, device_id = '' }: AssertedJointech): string[] {
  const report = jt701.position(decodePosition(raw), raw, circumstances('jt701', device_id));
  const { position } = report;
  const battery = Number(location.battery);
  const status = Number(location.status_u16);
  const bit = (n: number) => (status >>> n) & 1;
  const ls = bit(3) || bit(12) || bit(14) ? 3 : bit(6) && bit(7) ? 0 : 1;
  return differencesOf(
    {
      sn: report.sn,
      deviceTime: report.deviceTime,
      fix: position?.fix,
      lat: position && Math.round(position.lat * 1e6) / 1e6,
      lon: position && Math.round(position.lon * 1e6) / 1e6,
      velocity: position?.velocity,
      heading: position?.heading,
      satellites: position?.satellites,
      mileage: report.mileage,
      electric: report.electric,
      charging: report.charging,
      ls: report.ls,
      msg_type: report.msg_type,
      strange: report.notUnderstood.length,
    },
    {
      sn: device_id,
      deviceTime: millisUtc(location.time_bcd_ddmmyyhhmmss_utc),
      fix: location.valid,
      lat: location.lat,
      lon: location.lon,
      velocity: Math.round(Number(location.speed_raw) * 185) / 100,
      heading: Number(location.course) % 360,
      satellites: location.satellites,
      mileage: location.odometer_km,
      electric: battery <= 100 ? battery : null,
      charging: battery === 255,
      ls,
      msg_type: 0,
      strange: 0,
    },
  );
}

/** What the `jt701` profile makes of a P45. */
export function compareEventReport(raw: Uint8Array, asserted: AssertedJointech): string[] {
  const message = decodeUplink(raw);
  if (message.kind !== 'lockEvent') return [`a ${message.kind} instead of a lock event`];
  const report = jt701.lockEvent(message.event, raw, circumstances('jt701', message.id));
  return differencesOf(
    {
      deviceTime: report.deviceTime,
      serial: report.serial,
      fix: report.position?.fix,
      lat: report.position?.lat,
      lon: report.position?.lon,
      code: report.event?.code,
      card: report.icc_card_no,
      actor: report.event?.actor,
      opened: report.event?.lst === 1,
      strange: report.notUnderstood.length,
    },
    {
      deviceTime: millisUtc(`${asserted.date_ddmmyy}${asserted.time_hhmmss_utc}`),
      serial: asserted.index,
      fix: asserted.valid,
      lat: asserted.lat,
      lon: asserted.lon,
      code: `P45:${asserted.event_source}`,
      card: asserted.rfid,
      actor: asserted.rfid,
      opened: asserted.event_source === 1 && [1, 98].includes(asserted.unlock_verification ?? 0),
      strange: 0,
    },
  );
}

/** What the `jt701` profile makes of the payload of a WLNET,5, as a frame with the serial 77. */
export function subLockReportOf(payload: Uint8Array): LockReport {
  return jt701.subLock(payload, payload, circumstances('jt701', '8000000001'));
}
