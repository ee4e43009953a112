import { locationWith, standardItems } from '../jt808/location.ts';
import { type Message, message, messageSet, standardMessages } from '../jt808/messages.ts';
import { bool, u8, u32 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { textToEnd } from '../kit/text.ts';
import { item, tlvAfter } from '../kit/tlv.ts';
import { hhdItems } from './items.ts';

const items = { ...standardItems, ...hhdItems };

/** 0x0200 of a Hhdlink lock. */
export const hhdLocation = locationWith(items);

/** Instructions of 0x0310. The lock answers 0x0001, and proves a seal or unseal by a location with event 7 or 8. */
export const instructions = {
  /** seconds between reports */
  6: item('reportSeconds', u32),
  /** 3 = restart */
  35: item('control', u8),
  36: item(
    'seal',
    struct({
      seal: bool,
      /** the operator's name, which the lock repeats in its event */
      user: textToEnd,
    }),
  ),
} as const;

const messages = {
  ...standardMessages(items),
  /** 0x0310, platform to lock, in spite of its terminal-side number */
  instruct: message(0x0310, tlvAfter(u8, instructions)),
} as const;

/** JT/T 808 with what Hhdlink locks add. */
export const hhd = messageSet(messages);
export type HhdMessage = Message<typeof messages>;
