import { expect, it } from 'vitest';
import { headOf, nameBelow, namesOf } from './names.ts';

it('tells a lock from all others in one line: what it guards, its name, its number', () => {
  const lock = { subject: '沪A·D7001', device_name: 'Tanker 1', sn: '14802100039' };
  expect(namesOf(lock)).toBe('沪A·D7001 · Tanker 1 · 14802100039');
  expect(namesOf({ ...lock, subject: '' })).toBe('Tanker 1 · 14802100039');
  expect(headOf(lock)).toBe('沪A·D7001');
  expect(nameBelow(lock)).toBe('Tanker 1');
  expect(headOf({ ...lock, subject: '' })).toBe('Tanker 1');
  expect(nameBelow({ ...lock, subject: '' })).toBe('');
  // on the way of a batch it is the vehicle of that, and not what the lock guards by its own record
  const batch = { plate: '沪A·6K112' };
  expect([headOf({ ...lock, batch }), nameBelow({ ...lock, batch })]).toEqual(['沪A·6K112', 'Tanker 1']);
  expect(nameBelow({ ...lock, subject: '', batch })).toBe('Tanker 1');
});
