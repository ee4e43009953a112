import type { Lang } from '@plomb/contract/kit/text';

const zh = {
  loading: '正在加载地图…',
  unavailable: '此浏览器不能显示地图',
  unavailableWhy: '地图需要 WebGL 2。请在浏览器设置中启用硬件加速，或换用较新的浏览器；列表中的数据不受影响。',
  failed: '地图未能加载',
  failedWhy: '网络中断，或系统刚刚升级。列表中的数据不受影响。',
  retry: '重试',
  noStreets: '离线底图不含街道',
  baseAway: '底图不可用，锁的位置照常',
  instead: (away: string, shown: string): string => `${away}不可用，显示${shown}，锁的位置照常`,
  keys: '方向键移动，加减号缩放，回车选择十字处的锁',
  keysLook: '方向键移动，加减号缩放',
  keysTake: '方向键移动，加减号缩放，回车取十字处的位置',
  attribution: '显示数据来源',
  noStill: '此处无法绘制地图',
};
const en: typeof zh = {
  loading: 'Loading the map…',
  unavailable: 'This browser cannot show the map',
  unavailableWhy:
    'The map needs WebGL 2. Switch on hardware acceleration in the browser, or use a newer one. What the lists show is not affected.',
  failed: 'The map could not be loaded',
  failedWhy: 'The network is down, or the system has just been updated. What the lists show is not affected.',
  retry: 'Try again',
  noStreets: 'The offline base map has no streets',
  baseAway: 'Base map unavailable, positions are live',
  instead: (away, shown) => `${away} unavailable; shown: ${shown}. Positions are live`,
  keys: 'Arrow keys move, plus and minus zoom, Enter selects the lock at the cross',
  keysLook: 'Arrow keys move, plus and minus zoom',
  keysTake: 'Arrow keys move, plus and minus zoom, Enter takes the place at the cross',
  attribution: 'Show the sources of the map',
  noStill: 'No map can be drawn here',
};

export const mapTexts: Record<Lang, typeof zh> = { zh, en };
