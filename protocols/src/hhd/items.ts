import { bcd } from '../kit/bcd.ts';
import { i8, per, rest, u8, u16, u32 } from '../kit/codec.ts';
import { listToEnd } from '../kit/list.ts';
import { quick, struct } from '../kit/struct.ts';
import { text } from '../kit/text.ts';
import { item } from '../kit/tlv.ts';

/** Item 0x60: `code` as in `events.ts`; `kind` 0 normal, 1 alarm; `content` as the code has it. */
export const event = quick(struct({ code: u16, kind: u8, content: rest }), (r) => ({
  code: r.u16(),
  kind: r.u8(),
  content: r.rest(),
}));

const subLock = struct({
  /** 12 hex characters */
  id: bcd(6),
  battery: per(u16, 1000),
  /** ASCII: 0x31 (`1`) sealed, 0x30 (`0`) not */
  seal: u8,
  /** physical state, meaning not published */
  state: u8,
  /** of the radio between the two; its scale is not published */
  rssi: u8,
});

const cell = quick(struct({ rssi: u8, mnc: u16, cid: u32, lac: u16 }), (r) => ({
  rssi: r.u8(),
  mnc: r.u16(),
  cid: r.u32(),
  lac: r.u16(),
}));
const cells = listToEnd(cell);

/**
 * Additional items of the Hhdlink padlocks (G-300, G-316, G-360P, G-508P, G-666) in 0x0200, read from public frames.
 * 0x68 and 0x6B are kept as numbers: nobody has published what they mean.
 */
export const hhdItems = {
  /** Wi-Fi stations; rssi in dBm */
  80: item('wifi', listToEnd(struct({ mac: bcd(6), rssi: i8 }))),
  96: item('event', event),
  /** battery in volts */
  99: item('subLocks', listToEnd(subLock)),
  102: item(
    'cells',
    quick(struct({ mcc: u16, cells }), (r) => ({ mcc: r.u16(), cells: cells.read(r) })),
  ),
  /** the one-time unlock password in force: 8 digits, each 1-4. Secret */
  103: item('password', text(8)),
  104: item('item68', u32),
  /** volts */
  105: item('voltage', per(u16, 100)),
  /** CSQ 0-31 */
  106: item('csq', u8),
  107: item('item6B', u8),
  108: item('imsi', text(15)),
  113: item('iccid', text(20)),
} as const;
