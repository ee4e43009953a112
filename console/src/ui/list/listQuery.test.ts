import { deviceCalls } from '@plomb/contract/devices/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { describe, expect, it } from 'vitest';
import { changedAddress, isFiltered, readQuery, resetAddress, viewAddress } from './listQuery.ts';

const read = (address: string) => readQuery(deviceCalls.devices.list.input, new URLSearchParams(address));

describe('readQuery', () => {
  it('takes what the call knows, as its types', () => {
    expect(read('page=2&size=50&sort=-electric&lock_status=0&keyword=123&connection=late')).toEqual({
      page: 2,
      size: 50,
      sort: '-electric',
      lock_status: 0,
      keyword: '123',
      connection: 'late',
    });
  });
  it('leaves out what the call does not know or would refuse', () => {
    expect(
      read('page=0&size=33&sort=password&lock_status=7&connection=up&id=4&edit=new&__proto__=1&x=1&page='),
    ).toEqual({});
  });
  it('reads several values of one filter', () => {
    expect(read('lock_status=2,0&connection=late,offline')).toEqual({
      lock_status: [2, 0],
      connection: ['late', 'offline'],
    });
    expect(read('lock_status=2,9')).toEqual({});
    expect(`${changedAddress(new URLSearchParams(), { lock_status: [2, 0] })}`).toBe('lock_status=2%2C0');
  });
  it('reads booleans', () => {
    expect(readQuery(systemCalls.operationLogs.list.input, new URLSearchParams('success=false'))).toEqual({
      success: false,
    });
  });
});

describe('the address', () => {
  it('starts at the first page whenever the list is narrowed, and keeps what is open', () => {
    expect(`${changedAddress(new URLSearchParams('page=3&id=7'), { lock_status: 0 })}`).toBe('id=7&lock_status=0');
    expect(`${changedAddress(new URLSearchParams('keyword=a'), { page: 2 })}`).toBe('keyword=a&page=2');
    expect(`${changedAddress(new URLSearchParams('keyword=a&page=2'), { keyword: undefined })}`).toBe('');
  });
  it('loses its filters on reset, not its order', () => {
    expect(`${resetAddress(new URLSearchParams('keyword=a&sort=-sn&size=50&page=2'))}`).toBe('size=50&sort=-sn');
  });
  it('knows whether it filters', () => {
    expect(isFiltered({ page: 2, size: 50, sort: 'sn' })).toBe(false);
    expect(isFiltered({ lock_status: 0 })).toBe(true);
  });
  it('gives a view its filters and order, wherever they stood', () => {
    expect(viewAddress({ sort: '-sn', page: 2, size: 50, keyword: 'a b', lock_status: 0 })).toBe(
      viewAddress(read('lock_status=0&keyword=a+b&sort=-sn&id=4')),
    );
    expect(viewAddress({ page: 2 })).toBe('');
  });
});
