import { type Refusals, refusal } from '../kit/refusal.ts';

export const lockRefusals = {
  stateStale: refusal(
    'fail',
    '锁的状态是很久以前的，可能已变，请待其上报后再施封',
    'What the lock last told of itself is of too long ago to be relied on; wait for its next report',
  ),
  closeShackleFirst: refusal('fail', '锁杆未闭合，请先合上锁杆', 'The shackle is open, close it first'),
  alreadySealed: refusal('fail', '锁已施封', 'The lock is sealed already'),
  alreadyHeld: refusal('fail', '封已由平台代持', 'A seal is held already'),
  alreadyUnsealed: refusal('fail', '锁未施封', 'The lock is not sealed'),
  unsealFirst: refusal('fail', '锁处于施封状态，请先解封', 'The lock is sealed, unseal it first'),
  deviceDisabled: refusal('fail', '设备已停用，不能操作', 'The device is disabled and cannot be operated'),
  deviceScrapped: refusal('fail', '设备已报废，不再使用', 'The device is scrapped and never used again'),
  deviceLost: refusal('fail', '设备已报失，请先登记找回', 'The device is reported lost, report it found first'),
  deviceInMaintenance: refusal('fail', '设备在维修中', 'The device is in maintenance'),
  batteryTooLow: refusal('fail', '电量低于 5%，不能操作', 'The battery is below 5 %, it cannot be operated'),
} as const satisfies Refusals;
