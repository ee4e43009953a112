import { type Corridor, corridorOf, type LonLat } from './corridor.ts';
import { shanghai } from './shanghai.ts';
import { shenzhen } from './shenzhen.ts';
import { xian } from './xian.ts';

export const orgKeys = ['sh', 'sz', 'xa'] as const;
export type OrgKey = (typeof orgKeys)[number];

export interface Region {
  name: string;
  /** licence plates begin with one of these */
  plates: readonly string[];
  /** metres above the sea, roughly */
  altitude: number;
  corridors: readonly Corridor[];
  /** west, south, east, north of everything driven there */
  bounds: readonly [number, number, number, number];
}

export const regions: Readonly<Record<OrgKey, Region>> = {
  sh: {
    name: '上海',
    plates: ['沪A', '沪B', '沪D', '苏E', '浙B'],
    altitude: 5,
    corridors: shanghai.map(corridorOf),
    bounds: [119.6, 29.8, 122.15, 32.0],
  },
  sz: {
    name: '深圳',
    plates: ['粤B', '粤B', '粤S', '粤A', '粤L'],
    altitude: 25,
    corridors: shenzhen.map(corridorOf),
    bounds: [113.05, 22.45, 114.9, 23.7],
  },
  xa: {
    name: '西安',
    plates: ['陕A', '陕A', '陕C', '陕D', '陕E'],
    altitude: 410,
    corridors: xian.map(corridorOf),
    bounds: [107.1, 34.0, 110.3, 35.1],
  },
};

/** Fences for the demonstration: closed rings that hold every corridor but the end of the one that strays. */
export const regionFences: Readonly<Record<OrgKey, { name: string; points: readonly LonLat[] }>> = {
  sh: {
    name: '长三角运营区',
    points: [
      [119.9, 31.55],
      [119.9, 31.98],
      [121.3, 31.82],
      [121.85, 31.5],
      [122.25, 30.55],
      [122.0, 29.8],
      [121.2, 29.8],
      [120.0, 30.15],
      [119.95, 30.75],
      [119.9, 31.55],
    ],
  },
  sz: {
    name: '珠三角运营区',
    points: [
      [112.95, 22.7],
      [112.95, 23.35],
      [113.6, 23.38],
      [114.95, 23.3],
      [115.0, 22.75],
      [114.45, 22.42],
      [113.8, 22.42],
      [112.95, 22.7],
    ],
  },
  xa: {
    name: '关中运营区',
    points: [
      [107.05, 34.2],
      [107.05, 34.6],
      [108.15, 34.72],
      [108.8, 35.15],
      [109.9, 35.15],
      [110.4, 34.7],
      [110.4, 34.3],
      [109.5, 33.95],
      [108.3, 33.95],
      [107.05, 34.2],
    ],
  },
};
