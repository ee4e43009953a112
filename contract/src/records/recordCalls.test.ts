import { expect, it } from 'vitest';
import { alertRecords } from './alerts.ts';
import { locationRecords } from './reports.ts';

it('a record is not asked for of a year that no lock has had', () => {
  const issues = (from: string) =>
    locationRecords.list.input.safeParse({ from }).error?.issues.map(({ message }) => message) ?? [];
  expect(issues('0000-01-01T00:00:00.000Z')).toEqual(['recordYear']);
  expect(issues('1970-01-01T00:00:00.000Z')).toEqual([]);
  expect(
    alertRecords.export.input.safeParse({ to: '0000-12-31T00:00:00Z', columns: [], timeZone: 'UTC' }).success,
  ).toBe(false);
});
