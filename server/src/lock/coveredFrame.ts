import type { Frame } from '@plomb/contract/devices/frames';
import { maskedCard } from '@plomb/contract/lock/cards';
import { type LockFamily, lockFamilies } from '@plomb/contract/lock/codes';
import { type ExplainedBytes, explainBytes } from '@plomb/gateway/explain';
import { becameOf, cardsIn, fieldsIn, isApart, secretRanges } from '@plomb/gateway/explained';

const COVERED = '••';

type Explained = Pick<Frame, 'what' | 'content' | 'fields' | 'became' | 'not_understood' | 'whole'>;

/**
 * A frame for people, what opens the lock covered in its bytes, its fields and what became of them; the numbers of cards, too,
 * but for whoever reads them whole.
 */
export const explained = (
  { frames: [frame] }: ExplainedBytes,
  readsCards: boolean,
  /** as others would read it: what they would cover is covered, too */
  others: readonly ExplainedBytes[] = [],
): Explained => {
  // what is no frame by the type of now: nobody knows where in it a password stands
  if (!frame) return { what: '', content: '', fields: [], became: [], not_understood: [], whole: false };
  const same = others.flatMap(({ frames }) =>
    frames.filter(({ content }) => Buffer.compare(content, frame.content) === 0),
  );
  const readings = [frame, ...same];
  const cards = readsCards ? [] : readings.flatMap(cardsIn);
  const ranges = readings.flatMap((one) => secretRanges(one, cards));
  const isHidden = (at: number): boolean => ranges.some(({ from, length }) => at >= from && at < from + length);
  const bytes = [...frame.content].map((byte, at) => (isHidden(at) ? COVERED : byte.toString(16).padStart(2, '0')));
  const isWholly = ({ from, length }: { from: number; length: number }) =>
    bytes.slice(from, from + length).every((byte) => byte === COVERED);
  const parts = frame.parts.map((part) =>
    isApart(part) && isWholly({ from: part.from, length: part.hex.length / 2 }) ? { ...part, parts: [] } : part,
  );
  return {
    what: frame.what,
    content: bytes.join(''),
    fields: fieldsIn(parts).map((field) => {
      const length = field.hex.length / 2;
      const own = bytes.slice(field.from, field.from + length);
      const hidden = own.includes(COVERED);
      return {
        ...field,
        length,
        // half a byte, where two fields share one, has no bytes of its own
        hex: hidden ? own.join('') : field.hex,
        value: hidden && field.value !== null ? COVERED : field.value,
        hidden,
      };
    }),
    became: becameOf(frame).map((report) =>
      report.map(({ name, value }) => ({
        name,
        value:
          name === 'unlockPassword'
            ? COVERED
            : cards.reduce((text, card) => text.replaceAll(card, maskedCard(card)), value),
      })),
    ),
    not_understood: frame.reading.notUnderstood.map(({ what, reason }) => ({ what, reason })),
    whole: frame.trouble === null,
  };
};

/** A frame of a lock; one of the lock that was in the device before may have been of any family. */
export const explainedOf = (
  raw: Uint8Array,
  lock: Parameters<typeof explainBytes>[1] & { family: LockFamily },
  { former, readsCards }: { former: boolean; readsCards: boolean },
): Explained => {
  const others = former ? lockFamilies.filter((family) => family !== lock.family) : [];
  const read = (family: LockFamily) => explainBytes(raw, { ...lock, family });
  return explained(read(lock.family), readsCards, others.map(read));
};

/** The content of a frame, hex, what opens the lock covered. Of a lock out of sight nobody knows the family: the one that reads it. */
export const coveredContent = (
  raw: Uint8Array,
  family: LockFamily | null,
  former: boolean,
  readsCards: boolean,
): string => {
  const read = (family ? [family] : lockFamilies).map((one) =>
    explainedOf(raw, { family: one, model: '', utcOffsetMinutes: 0 }, { former, readsCards }),
  );
  return read.find(({ whole }) => whole)?.content ?? COVERED.repeat(raw.length);
};
