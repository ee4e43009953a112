import { expect, it } from 'vitest';
import { keyFault } from './rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const grants = new Set(['map:list', 'device:list']);
const wanted = { scope: ['map:list'], physical: false, expire_time: '2027-02-01T00:00:00Z' };

it('gives away what its maker holds, for a year at most', () => {
  expect(keyFault(wanted, grants, now)).toBeNull();
  expect(keyFault({ ...wanted, expire_time: '2027-11-21T10:00:00Z' }, grants, now)).toBeNull();
});

it('lets a key act on locks only where that was ticked by itself', () => {
  const holder = new Set(['map:list', 'map:unseal']);
  const key = { ...wanted, scope: ['map:list', 'map:unseal'] };
  expect(keyFault(key, holder, now)).toEqual({ field: 'physical', error: 'keyPhysical' });
  expect(keyFault({ ...key, physical: true }, holder, now)).toBeNull();
  expect(keyFault({ ...wanted, physical: true }, holder, now)).toBeNull();
});

it.each([
  [{ scope: ['map:list', 'lock:unseal'] }, 'scope'],
  [{ scope: ['nothing of the kind'] }, 'scope'],
  [{ expire_time: '2026-11-21T10:00:00Z' }, 'expire_time'],
  [{ expire_time: '2020-01-01T00:00:00Z' }, 'expire_time'],
  [{ expire_time: '2027-11-23T10:00:00Z' }, 'expire_time'],
])('refuses %j beside %s', (change, field) => {
  expect(keyFault({ ...wanted, ...change }, grants, now)?.field).toBe(field);
});
