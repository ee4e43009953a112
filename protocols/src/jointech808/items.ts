import { temperature } from '../jointech/temperature.ts';
import { bcd } from '../kit/bcd.ts';
import { type Codec, type Infer, map, per, u8, u16, u32 } from '../kit/codec.ts';
import { listAfter } from '../kit/list.ts';
import { struct } from '../kit/struct.ts';
import { item } from '../kit/tlv.ts';
import { lockEvent } from './lock-event.ts';

/** °C in steps of 0.1 above -50; null when no probe is there. */
const probe = map(
  u16,
  (raw): number | null => (raw === 0xffff ? null : Math.round(raw - 500) / 10),
  (celsius) => (celsius === null ? 0xffff : Math.round(celsius * 10) + 500),
);

interface Cell {
  mcc: number;
  mnc: number;
  cid: number;
  lac: number;
  /** bytes the MNC took: 1 in the older firmwares, 2 in the newer */
  mncBytes: 1 | 2;
}

const shortCell = 9;

const cell: Codec<Cell> = {
  read(r) {
    const mncBytes = r.left <= shortCell ? 1 : 2;
    const mcc = r.u16();
    const mnc = mncBytes === 1 ? r.u8() : r.u16();
    return { mcc, mnc, cid: r.u32(), lac: r.u16(), mncBytes };
  },
  write(w, value) {
    w.u16(value.mcc);
    if (value.mncBytes === 1) w.u8(value.mnc);
    else w.u16(value.mnc);
    w.u32(value.cid);
    w.u16(value.lac);
  },
};

/** One byte of %, or in some firmwares the card of a driver. */
type Battery = { percent: number } | { card: number };

const battery: Codec<Battery> = {
  read: (r) => (r.left === 1 ? { percent: r.u8() } : { card: r.u32() }),
  write(w, value) {
    if ('percent' in value) w.u8(value.percent);
    else w.u32(value.card);
  },
};

const boundLocks = listAfter(
  u8,
  struct({
    /** 10 hex characters */
    id: bcd(5),
    card: bcd(5),
    /** % */
    battery: u8,
    /** bit 5 open, the others unpublished */
    status: u16,
  }),
);

/** Two bytes of voltage, or in the locks that speak for others a list of those. */
type Voltage = { volts: number } | { locks: Infer<typeof boundLocks> };

const volts = per(u16, 100);
const voltage: Codec<Voltage> = {
  read: (r) => (r.left === 2 ? { volts: volts.read(r) } : { locks: boundLocks.read(r) }),
  write(w, value) {
    if ('volts' in value) volts.write(w, value.volts);
    else boundLocks.write(w, value.locks);
  },
};

/** Additional items in 0x0200 of Jointech locks that speak JT/T 808 (JT702, JT705, JT707, JT709), from their SDKs. */
export const jointech808Items = {
  11: item('lockEvent', lockEvent),
  /** °C */
  15: item('temperature15', temperature),
  /** %; 255 = charging */
  212: item('battery', battery),
  213: item('voltage', voltage),
  218: item('ropeCuts', struct({ count: u16, status: u8 })),
  248: item('probe', probe),
  249: item('protocolVersion', u16),
  252: item('fence', u8),
  253: item('cell', cell),
  /** DWORD; metres by one reading, unconfirmed */
  254: item('distance', u32),
} as const;
