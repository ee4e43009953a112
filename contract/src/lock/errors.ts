import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';
import type { OutlineFault } from './outline.ts';

export const lockRefusals = {
  stateStale: refusal(
    'fail',
    '锁的状态是很久以前的，可能已变，请待其上报后再施封',
    'What the lock last told of itself is of too long ago to be relied on; wait for its next report',
  ),
  closeShackleFirst: refusal('fail', '锁杆未闭合，请先合上锁杆', 'The shackle is open, close it first'),
  alreadySealed: refusal('fail', '锁已施封', 'The lock is sealed already'),
  alreadyHeld: refusal('fail', '封已由平台代持', 'A seal is held already'),
  alreadyOpen: refusal('fail', '锁已开着', 'The lock is open already'),
  alreadyUnsealed: refusal('fail', '锁未施封', 'The lock is not sealed'),
  unsealFirst: refusal('fail', '锁处于施封状态，请先解封', 'The lock is sealed, unseal it first'),
  deviceDisabled: refusal('fail', '设备已停用，不能操作', 'The device is disabled and cannot be operated'),
  deviceScrapped: refusal('fail', '设备已报废，不再使用', 'The device is scrapped and never used again'),
  deviceLost: refusal('fail', '设备已报失，请先登记找回', 'The device is reported lost, report it found first'),
  deviceInMaintenance: refusal('fail', '设备在维修中', 'The device is in maintenance'),
  batteryTooLow: refusal('fail', '电量低于 5%，不能操作', 'The battery is below 5 %, it cannot be operated'),
} as const satisfies Refusals;

export const lockFieldErrors = {
  tooManyAreas: { zh: '最多 10 个区域', en: 'At most 10 areas' },
  fenceNotDrawn: { zh: '请在地图上放置围栏', en: 'Please put a fence on the map' },
  outlineTooFew: { zh: '多边形至少 3 个顶点，线至少 2 个点', en: 'A polygon has 3 corners at least, a line 2 points' },
  outlineTooMany: {
    zh: '顶点过多：下发到锁的区域最多 50 个，围栏最多 500 个',
    en: 'Too many corners: an area of a lock has 50 at most, a fence 500',
  },
  outlineTwice: { zh: '相邻两个顶点相同，请删除一个', en: 'Two corners in a row are the same, delete one' },
  outlineAcross: { zh: '区域不能跨越 180 度经线或两极', en: 'An area cannot lie across the 180th meridian or a pole' },
  outlineCrosses: { zh: '边线相交，请移动或删除顶点', en: 'Its sides cross or touch, move or delete a corner' },
  outlineTooSmall: {
    zh: '过小：半径至少 20 米，线宽至少 20 米，多边形不小于同等大小的圆',
    en: 'It is too small: a radius or a width of 20 m is the least, and a polygon as large as such a circle',
  },
  outlineTooLarge: {
    zh: '过大：半径最多 100 公里，线宽最多 20 公里，两端相距最多 500 公里；围栏为 500、100 和 5000 公里',
    en: 'It is too large: a radius of 100 km, a width of 20 km and 500 km from end to end are the most, of a fence 500, 100 and 5,000 km',
  },
} as const satisfies FieldErrors & Record<OutlineFault, unknown>;
