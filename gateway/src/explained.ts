import { isCard } from '@plomb/contract/lock/cards';
import type { Part } from '@plomb/protocols/kit/codec';
import type { ExplainedFrame } from './explain.ts';

/** One line of an explained frame: a field with what it says, or one made of the fields below it. */
export interface ExplainedField {
  depth: number;
  name: string;
  /** of its first byte within the content */
  from: number;
  hex: string;
  /** null: the fields below it say it */
  value: string | null;
}

/** A value in a few signs: of bits those that are set, of bytes that mean nothing by themselves how many they are. */
export const shown = (value: unknown): string => {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  if ('set' in value && Array.isArray(value.set)) return value.set.length > 0 ? value.set.join(', ') : '–';
  return Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${name} ${shown(one)}`)
    .join(', ');
};

/** The fields of a frame in the order of their bytes. */
export const fieldsIn = (parts: readonly Part[], depth = 0): ExplainedField[] =>
  parts.flatMap(({ name, from, hex, value, parts: below = [] }) => [
    { depth, name, from, hex, value: below.length > 0 ? null : shown(value) },
    ...fieldsIn(below, depth + 1),
  ]);

/** What is not as it is in every report, or not said, is left out. */
const isSaid = ([name, value]: [string, unknown]): boolean =>
  !['raw', 'part', 'receiveTime', 'authenticated', 'family', 'notUnderstood'].includes(name) &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

/** What a profile made of a frame: a report a list of names and values. */
export const becameOf = ({ reading }: Pick<ExplainedFrame, 'reading'>): { name: string; value: string }[][] =>
  reading.reports.map((report) =>
    Object.entries(report)
      .filter(isSaid)
      .map(([name, value]) => ({
        name,
        value: name === 'deviceTime' && typeof value === 'number' ? new Date(value).toISOString() : shown(value),
      })),
  );

/** Items that hold what opens the lock: by their name, and by their number where their content fits no layout. */
const secrets: ReadonlySet<string> = new Set(['password', '0x67', '0x0b']);
const inClear: ReadonlySet<string> = new Set(['id', 'length']);

/** The cards that a frame names, as its profile read them. */
export const cardsIn = ({ reading }: Pick<ExplainedFrame, 'reading'>): string[] => [
  ...new Set(
    reading.reports.flatMap(({ icc_card_no, event }) => [
      ...(icc_card_no ? [icc_card_no] : []),
      ...(event?.actor && isCard(event.actor, event.lso) ? [event.actor] : []),
    ]),
  ),
];

/** The ways in which a number stands in bytes: as text, as digits of four bits, as a number of four bytes. */
const writings = (card: string): string[] => {
  const asText = Buffer.from(card).toString('hex');
  if (!/^\d+$/.test(card)) return [asText];
  const asNumber = Number(card) <= 0xffffffff ? [Number(card).toString(16).padStart(8, '0')] : [];
  return [asText, card.padStart(card.length + (card.length % 2), '0'), ...asNumber];
};

interface Range {
  from: number;
  length: number;
}

/**
 * Where bytes lie that open the lock, and with `cards` the numbers of cards, too. A frame that could not be read to its end
 * may hold them anywhere, as does one that names a card and not where: all of it is secret then.
 */
export const secretRanges = (frame: ExplainedFrame, cards: readonly string[] = []): Range[] => {
  const whole = [{ from: 0, length: frame.content.length }];
  if (frame.trouble !== null) return whole;
  const written = cards.flatMap(writings);
  const names = ({ hex }: Part): boolean => written.some((one) => hex.includes(one));
  let isFound = written.length === 0;
  const within = (some: readonly Part[], isSecret: boolean): Range[] =>
    some.flatMap((part) => {
      const covered = isSecret || secrets.has(part.name);
      if (part.parts && part.parts.length > 0 && !isApart(part)) return within(part.parts, covered);
      const isCardPart = names(part) || (isApart(part) && namedBelow(part, names));
      isFound ||= isCardPart;
      const hides = isCardPart || (covered && !(isSecret && inClear.has(part.name)));
      return hides ? [{ from: part.from, length: part.hex.length / 2 }] : [];
    });
  const found = within(frame.parts, false);
  return isFound ? found : whole;
};

/** Its parts are counted from its own beginning, without the escapes: nobody knows which of its bytes they are. */
export const isApart = ({ name }: Part): boolean => name === 'payload';
const namedBelow = ({ parts = [] }: Part, names: (part: Part) => boolean): boolean =>
  parts.some((part) => names(part) || namedBelow(part, names));
