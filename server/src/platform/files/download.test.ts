import { devices } from '@plomb/contract/devices/devices';
import { expect, it } from 'vitest';
import { fileNameOf } from './download.ts';

it('a file is named by the clock of whoever asked for it', () => {
  const now = new Date('2026-11-21T18:15:09Z');
  const named = (timeZone: string) => fileNameOf(devices.export, { format: 'csv', columns: [], timeZone }, now);
  expect(named('Asia/Shanghai')).toBe('device-2026-11-22-021509.csv');
  expect(named('UTC')).toBe('device-2026-11-21-181509.csv');
});
