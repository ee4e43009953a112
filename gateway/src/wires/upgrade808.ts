import type { Header } from '@plomb/protocols/jt808/header';
import { jt808 } from '@plomb/protocols/jt808/messages';
import { Result } from '@plomb/protocols/jt808/replies';
import { UpgradeResult, UpgradeTarget } from '@plomb/protocols/jt808/upgrade';
import type { Upgrade, UpgradeAnswer } from '../kit/ports.ts';

export const packageId = 0x8108;
/** Of a firmware. The standard allows 1,023; some terminals count the head of the message among them. */
const packageBytes = 1000;

/** A firmware as the parts of one 0x8108. */
export interface Package808 {
  total: number;
  /** what the head of a part says, counted from 0, where the first goes under this serial */
  head(serial: number, at: number): { id: number; serial: number; part: { total: number; index: number } | null };
  body(at: number): Uint8Array;
}

export const packageOf = (
  { version: firmware, maker, data }: Pick<Upgrade, 'version' | 'maker' | 'data'>,
  version: Header['version'],
): Package808 => {
  const message = {
    kind: 'upgradePackage',
    body: { target: UpgradeTarget.terminal, maker, firmware, size: data.length, data: new Uint8Array() },
  } as const;
  // the firmware itself is held once, however many locks get it at a time
  const head = jt808.encode(message, version);
  const total = Math.ceil((head.length + data.length) / packageBytes);
  return {
    total,
    head: (serial, at) => ({
      id: packageId,
      serial: (serial + at) & 0xffff,
      part: total > 1 ? { total, index: at + 1 } : null,
    }),
    body: (at) => stretch(head, data, at * packageBytes, (at + 1) * packageBytes),
  };
};

/** What a lock says to a part. */
export const partReplyOf = (result: number): 'ok' | 'failed' | 'unsupported' => {
  if (result === Result.ok) return 'ok';
  return result === Result.unsupported ? 'unsupported' : 'failed';
};

/** What it says became of the whole. */
export const upgradeAnswerOf = (result: number): UpgradeAnswer => {
  if (result === UpgradeResult.ok) return 'taken';
  return result === UpgradeResult.cancelled ? 'cancelled' : 'refused';
};

/** A stretch of two pieces as though they were one. */
const stretch = (head: Uint8Array, rest: Uint8Array, from: number, to: number): Uint8Array => {
  const behind = (at: number) => Math.max(0, at - head.length);
  return Buffer.concat([head.subarray(from, to), rest.subarray(behind(from), behind(to))]);
};
