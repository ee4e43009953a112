import { bool, type Codec, rest, u8, u16 } from '../kit/codec.ts';
import { listAfter } from '../kit/list.ts';
import { struct } from '../kit/struct.ts';
import { textToEnd } from '../kit/text.ts';
import type { Version } from './header.ts';

/** `command` of 0x8105; makers use 0x64 and up for their own. */
export const Control = {
  upgrade: 1,
  connect: 2,
  powerOff: 3,
  reset: 4,
  factoryReset: 5,
  closeDataLink: 6,
  closeRadio: 7,
} as const;

/** 0x8105. `parameters` are fields joined by `;`, empty for most commands. */
export const terminalControl = struct({ command: u8, parameters: textToEnd });

/** 0x8202: report every `seconds` for `validity` seconds; 0 stops, and then the wire has no validity. */
export const tracking: Codec<{ seconds: number; validity: number }> = {
  read(r) {
    const seconds = r.u16();
    return { seconds, validity: seconds === 0 ? 0 : r.u32() };
  },
  write(w, value) {
    w.u16(value.seconds);
    if (value.seconds !== 0) w.u32(value.validity);
  },
};

/** 0x0900 and 0x8900: bytes for a device behind the terminal. 0x0B card reader, 0x41/0x42 serial ports, 0xF0-0xFF makers. */
export const transparent = struct({ channel: u8, data: rest });

/** 0x8300. `kind` (1 notice, 2 service) exists from 2019 on and is 0 before. */
export interface TextMessage {
  /** bit 0 urgent, 2 display, 3 speak, 4 advertisement */
  flags: number;
  kind: number;
  text: string;
}

const text2013 = struct({ flags: u8, text: textToEnd });
const text2019 = struct({ flags: u8, kind: u8, text: textToEnd });

export function textMessage(version: Version): Codec<TextMessage> {
  if (version === 2019) return text2019;
  return { read: (r) => ({ ...text2013.read(r), kind: 0 }), write: (w, value) => text2013.write(w, value) };
}

/** What 0x8500 moves; the standard numbers the door 0x0001 from 2019 on and has nothing else before. */
export interface VehicleControl {
  controls: { device: number; locked: boolean }[];
}

const door = 1;
const control2019 = struct({
  controls: listAfter(
    u16,
    struct({
      device: u16,
      locked: bool,
    }),
  ),
});

export function vehicleControl(version: Version): Codec<VehicleControl> {
  if (version === 2019) return control2019;
  return {
    read: (r) => ({ controls: [{ device: door, locked: (r.u8() & 1) === 1 }] }),
    write: (w, value) => w.u8(value.controls[0]?.locked ? 1 : 0),
  };
}

/** 0x8003 and 0x0005: send these sub-packages again. The 2019 edition counts them in a WORD. */
export function resend(version: Version) {
  return struct({ firstSerial: u16, indexes: listAfter(version === 2019 ? u16 : u8, u16) });
}
