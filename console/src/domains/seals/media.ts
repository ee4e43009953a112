import { sealCalls } from '@plomb/contract/seals/domain';
import type { SealMedium } from '@plomb/contract/seals/number';

/** The calls of a medium; those of all three are alike but for their paths and buttons. */
type SealCalls = typeof sealCalls.qrSeals;
type OperationCalls = typeof sealCalls.qrOperations;
export const sealsBy: Record<SealMedium, SealCalls> = {
  qr: sealCalls.qrSeals,
  nfc: sealCalls.nfcSeals as never,
  rfid: sealCalls.rfidSeals as never,
};
export const operationsBy: Record<SealMedium, OperationCalls> = {
  qr: sealCalls.qrOperations,
  nfc: sealCalls.nfcOperations as never,
  rfid: sealCalls.rfidOperations as never,
};
