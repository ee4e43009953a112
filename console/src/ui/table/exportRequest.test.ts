import { devices } from '@plomb/contract/devices/devices';
import { expect, it } from 'vitest';
import { exportRequest } from './exportRequest.ts';

const columns = [
  { title: 'Serial number', dataIndex: 'sn' },
  {
    title: 'State',
    dataIndex: 'lock_status',
    file: [
      { field: 'lock_status', title: 'State' },
      { field: 'lock_since', title: 'Since' },
    ],
  },
  { title: 'Signal', key: 'signal' },
  { title: '', key: 'map' },
];
const asked = (ids?: number[]) =>
  exportRequest({
    query: { page: 3, size: 50, before: 9, keyword: '5550', sort: '-sn' },
    columns,
    words: { lock_status: { 1: 'Sealed' } },
    ids,
    format: 'csv',
    timeZone: 'Asia/Shanghai',
  });

it('holds the filter, the order and the columns in sight, not the place in the list', () => {
  expect(asked()).toEqual({
    keyword: '5550',
    sort: '-sn',
    format: 'csv',
    columns: [
      { field: 'sn', title: 'Serial number' },
      { field: 'lock_status', title: 'State', words: { 1: 'Sealed' } },
      { field: 'lock_since', title: 'Since' },
    ],
    timeZone: 'Asia/Shanghai',
  });
});

it('is what the call takes, with chosen rows too', () => {
  expect(devices.export.input.parse(asked([4, 5]))).toMatchObject({ ids: [4, 5] });
});
