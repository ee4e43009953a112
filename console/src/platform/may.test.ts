import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { MenuItem } from '@plomb/contract/session/session';
import { expect, it } from 'vitest';
import { buttonsOf, mayCall } from './may.ts';

const menus: MenuItem[] = [
  {
    id: 1,
    menu_code: 'device',
    menu_name: { zh: '设备', en: 'Devices' },
    menu_url: 'devices/DevicesPage',
    menu_icon: '',
    hidden: false,
    remarks: '1',
    sid: null,
    buttons: [{ btn_code: 'list', action_url: '/device/list' }],
  },
];

it('tells of each asked button its path and whether it is held', () => {
  expect(buttonsOf(menus, 'device', ['list', 'add'])).toEqual({
    list: { url: '/device/list', allowed: true },
    add: { url: '', allowed: false },
  });
});

it('knows a call by the button it names', () => {
  expect(mayCall(menus, deviceCalls.devices.list)).toBe(true);
  expect(mayCall(menus, deviceCalls.devices.delete)).toBe(false);
  expect(mayCall(menus, alarmCalls.alarms.list)).toBe(false);
  expect(mayCall([], { permit: 'session' })).toBe(true);
});
