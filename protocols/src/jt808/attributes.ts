import { bcd } from '../kit/bcd.ts';
import { type Infer, u8, u16 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { text, textAfter } from '../kit/text.ts';
import type { Version } from './header.ts';

const layout = (maker: number, model: number, terminalId: number) =>
  struct({
    kind: u16,
    maker: text(maker),
    model: text(model),
    terminalId: text(terminalId),
    /** 20 digits */
    iccid: bcd(10),
    hardware: textAfter(u8),
    firmware: textAfter(u8),
    gnss: u8,
    communication: u8,
  });

const layouts = { 2013: layout(5, 20, 7), 2019: layout(5, 30, 30) } as const;

/** 0x0107, the answer to 0x8107. */
export const attributes = (version: Version) => layouts[version];
export type Attributes = Infer<(typeof layouts)[2013]>;
