import { describe, expect, it } from 'vitest';
import { cellsOf, readLockEvent, writeLockEvent } from './lock-event.ts';

const fields = '201126,081500,31.23040,N,121.47370,E,A,0,0,1,1,0012345678,0,0,24'.split(',');
const changed = (index: number, value: string) => readLockEvent(fields.with(index, value));

it('takes the serial from behind the 16th comma, whatever is appended', () => {
  const appended = [...fields, '45', '866496077582164', '3', '460:0:10005:169552957', '460:0:10005:7'];
  for (const count of [15, 16, 17, 18, 19, 20]) expect(readLockEvent(appended.slice(0, count)).serial).toBe(24);
  const event = readLockEvent(appended);
  expect(event).toMatchObject({ mileage: 45, imei: '866496077582164', fence: 3 });
  expect(cellsOf(event)).toEqual([
    { mcc: 460, mnc: 0, lac: 10005, cid: 169552957 },
    { mcc: 460, mnc: 0, lac: 10005, cid: 7 },
  ]);
  expect(writeLockEvent(event)).toEqual(appended);
});

describe('coordinates', () => {
  it.each([
    ['decimal', '31.23040', 31.2304],
    ['six decimals', '9.861502', 9.861502],
    ['packed', '3113.8240', 31.2304],
    ['packed with impossible minutes', '3160.0000', null],
    ['no number', '31.2x', null],
    ['empty', '', null],
  ])('%s', (_, text, latitude) => {
    expect(changed(2, text).latitude).toBe(latitude);
  });

  it('has its own limit for packed longitudes', () => {
    expect(changed(4, '121.47370').longitude).toBe(121.4737);
    expect(changed(4, '12128.4220').longitude).toBe(121.4737);
  });

  it('keeps the two hemispheres apart', () => {
    expect(changed(3, 'S')).toMatchObject({ latitude: -31.2304, longitude: 121.4737 });
    expect(changed(5, 'W')).toMatchObject({ latitude: 31.2304, longitude: -121.4737 });
    expect(writeLockEvent(changed(5, 'W')).slice(2, 6)).toEqual(['31.23040', 'N', '121.47370', 'W']);
  });
});

it('has no card where the lock writes zeros', () => {
  expect(changed(11, '0000000000').card).toBeNull();
  expect(writeLockEvent(changed(11, '0000000000'))[11]).toBe('0000000000');
});

describe('refusals', () => {
  it('wants fifteen fields', () => {
    expect(() => readLockEvent(fields.slice(0, 14))).toThrow(/^short/);
  });
});

describe('a field that is not of its kind', () => {
  it.each([
    [2, '31.2x', 'latitude', { latitude: null }],
    [7, '', 'speed', { speed: null }],
    [7, '-', 'speed', { speed: null }],
    [8, 'N', 'heading', { heading: null }],
    [9, '', 'source', { source: null }],
    [10, '1.5', 'verify', { verify: null }],
    [13, 'many', 'wrongCount', { wrongCount: null }],
    [14, '', 'serial', { serial: null }],
  ])('field %i, "%s", costs itself and nothing else', (index, text, name, read) => {
    const whole = readLockEvent(fields);
    const event = changed(index, text);
    expect(event).toEqual({ ...whole, ...read, odd: { [name]: text } });
    expect(writeLockEvent(event)).toEqual(fields.with(index, text));
  });

  it('keeps a time that is none as it came', () => {
    const event = changed(1, 'noon');
    expect(event).toEqual({ ...readLockEvent(fields), time: '', odd: { time: '201126,noon' } });
    expect(writeLockEvent(event)).toEqual(fields.with(1, 'noon'));
  });

  it('is none where a lock without a fix leaves its place empty', () => {
    expect(changed(2, '').odd).toBeUndefined();
  });
});
