import { explainBytes } from '@plomb/gateway/explain';
import { corpusFrame, report, subLockFrame } from '@plomb/gateway/testing/frames';
import { expect, it } from 'vitest';
import { explained, explainedOf } from './coveredFrame.ts';

const lock = { family: 'hhd', model: 'G-300', utcOffsetMinutes: 480 } as const;
const frame = corpusFrame('hhd_0200_auto_sealed_event_0002');
const { reading } = explainBytes(frame, lock).frames[0]!;
const password = reading.reports[0]!.unlockPassword!;

/** The same with another byte at a place, and the checksum that fits. */
const altered = (at: number, byte: number): Buffer => {
  const bytes = Buffer.from(frame);
  bytes[bytes.length - 2]! ^= bytes[at]! ^ byte;
  bytes[at] = byte;
  return bytes;
};

it('says what each byte is and what became of it, and covers what opens the lock', () => {
  expect(password).toMatch(/^[1-4]{8}$/);
  const told = explained(explainBytes(frame, lock), false);
  expect(told.whole).toBe(true);
  expect(told.fields.find(({ name }) => name === 'latitude')).toMatchObject({
    from: 20,
    hex: '01dc89c0',
    value: '31.2304',
  });
  const item = told.fields.findIndex(({ name }) => name === 'password');
  expect(told.fields.slice(item, item + 4).map(({ name, hidden, value }) => [name, hidden, value])).toEqual([
    ['password', true, null],
    ['id', false, '103'],
    ['length', false, '8'],
    ['value', true, '••'],
  ]);
  expect(told.became[0]).toContainEqual({ name: 'unlockPassword', value: '••' });
  const said = JSON.stringify(told);
  expect(said).not.toContain(password);
  expect(said).not.toContain(Buffer.from(password).toString('hex'));
});

it('covers a password that fits no layout too', () => {
  // its length byte says one less: the last digit becomes the beginning of another item
  const at = frame.indexOf(Buffer.concat([Buffer.from([0x67, 8]), Buffer.from(password)]));
  expect(at).toBeGreaterThan(0);
  const said = JSON.stringify(explained(explainBytes(altered(at + 1, 7), lock), false));
  expect(said).not.toContain(password.slice(0, 7));
  expect(said).not.toContain(Buffer.from(password.slice(0, 7)).toString('hex'));
});

it('shows nothing of a frame that its device type does not read: nobody knows where a password stands in it', () => {
  const other = explained(explainBytes(frame, { family: 'jt701', model: '', utcOffsetMinutes: 0 }), false);
  expect(other).toMatchObject({ whole: false, content: '', fields: [] });
});

const hhdCard = (code: number, content: Buffer): Buffer =>
  report('014800000001', 1, { items: [{ name: 'event', value: { code, kind: 0, content } }] });
const jointech = { family: 'jt701', model: '', utcOffsetMinutes: 0 } as const;
const number = '98285917';
const ofSubLock = Buffer.concat([Buffer.from('123456789012', 'hex'), Buffer.from(number)]);
it.each([
  ['as text of an item', lock, hhdCard(4, Buffer.from(number)), number],
  ['behind the number of a sub-lock', lock, hhdCard(0x62, ofSubLock), number],
  ['as a field of text', jointech, corpusFrame('jt701_p45_card_ok'), '0012345678'],
  ['as a refused one', jointech, corpusFrame('jt701_p45_illegal_card'), '0099999999'],
  // event and status, then what firmwares append: cycles, the radio, the card
  [
    'as a number of a sub-lock over the air',
    jointech,
    subLockFrame('26', '04 0001 0000 0005 00 05dbbefd'),
    '0098287357',
  ],
])('covers the number of a card that stands %s, but for who may give cards', (_, of, bytes, card) => {
  const isSaid = (whole: boolean): boolean => {
    const told = explained(explainBytes(bytes, of), whole);
    expect(told.whole).toBe(true);
    const said = JSON.stringify(told);
    return [card, Buffer.from(card).toString('hex'), Number(card).toString(16).padStart(8, '0')].some((one) =>
      said.includes(one),
    );
  };
  expect(isSaid(true)).toBe(true);
  expect(isSaid(false)).toBe(false);
});

it('covers the number of a card that a lock of another family told before this one was in the device', () => {
  const now = { family: 'jointech808', model: '', utcOffsetMinutes: 0 } as const;
  const said = (former: boolean) =>
    JSON.stringify(explainedOf(hhdCard(4, Buffer.from(number)), now, { former, readsCards: false }));
  const hex = Buffer.from(number).toString('hex');
  expect([said(false).includes(hex), said(true).includes(hex)]).toEqual([true, false]);
});
