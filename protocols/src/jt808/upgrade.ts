import { rest, u8, u32 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { text, textAfter } from '../kit/text.ts';

/** What a package is for: `target` of 0x8108 and 0x0108. */
export const UpgradeTarget = { terminal: 0, cardReader: 12, positioning: 52 } as const;

/** 0x8108, in sub-packages wherever it is longer than a frame: the first part holds all but the rest of `data`, which is `size` bytes. */
export const upgradePackage = struct({ target: u8, maker: text(5), firmware: textAfter(u8), size: u32, data: rest });

/** `result` of 0x0108. */
export const UpgradeResult = { ok: 0, failed: 1, cancelled: 2 } as const;

/** 0x0108: what became of a package, told when the terminal has taken it into use or has not. */
export const upgradeResult = struct({ target: u8, result: u8 });
