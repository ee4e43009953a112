import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { SealMedium } from '@plomb/contract/seals/number';

/** Where the operations on seals of a medium are listed. */
export const operationsAt: Record<SealMedium, string> = { qr: '/qrOperation', nfc: '/nfcUse', rfid: '/rfidUse' };

/** Where one looks at what rang: a lock on the map, what was refused of a seal in its record. */
export const alarmAddress = ({ device_id, seal }: Pick<Alarm, 'device_id' | 'seal'>): string =>
  seal ? `${operationsAt[seal.medium]}?id=${seal.operation_id}` : `/map?id=${device_id}`;
