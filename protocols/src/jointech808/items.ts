import { type Codec, map, per, u8, u16, u32 } from '../kit/codec.ts';
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

/** Additional items in 0x0200 of Jointech locks that speak JT/T 808 (JT702, JT705, JT707, JT709), from their SDKs. */
export const jointech808Items = {
  11: item('lockEvent', lockEvent),
  /** %; 255 = charging */
  212: item('battery', u8),
  /** volts */
  213: item('voltage', per(u16, 100)),
  218: item('ropeCuts', struct({ count: u16, status: u8 })),
  248: item('probe', probe),
  249: item('protocolVersion', u16),
  252: item('fence', u8),
  253: item('cell', cell),
  /** DWORD; metres by one reading, unconfirmed */
  254: item('distance', u32),
} as const;
