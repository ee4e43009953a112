import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { SealMedium } from '@plomb/contract/seals/number';

/** Where the operations on seals of a medium are listed. */
export const operationsAt: Record<SealMedium, string> = { qr: '/qrOperation', nfc: '/nfcUse', rfid: '/rfidUse' };

/** Where one looks at what rang: a lock on the map, what was refused of a seal or failed at it in its record. */
export const alarmAddress = ({ device_id, seal }: Pick<Alarm, 'device_id' | 'seal'>): string =>
  seal === null
    ? `/map?id=${device_id}`
    : seal.record_id === null
      ? `${operationsAt[seal.medium]}?id=${seal.operation_id}`
      : `/rfidRecord?id=${seal.record_id}`;
