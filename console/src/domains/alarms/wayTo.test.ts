import { expect, it } from 'vitest';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { wayTo } from './wayTo.ts';

it.each([
  [null, 'showOnMap', '/map?id=7'],
  [{ id: 4, medium: 'nfc', operation_id: 55, record_id: null }, 'showOperation', '/nfcUse?id=55'],
  [{ id: 4, medium: 'rfid', operation_id: null, record_id: 9 }, 'showFailure', '/rfidRecord?id=9'],
] as const)('of what rang %j: %s, at %s', (seal, words, address) => {
  expect(wayTo({ seal })).toBe(words);
  expect(alarmAddress({ device_id: seal ? null : 7, seal })).toBe(address);
});
