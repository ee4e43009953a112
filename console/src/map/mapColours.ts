import type { Mode } from '../ui/theme/palette.ts';

/** Colours of the base map and of what lies on it. The map is a canvas: custom properties do not reach it. */
export const mapColours = {
  light: {
    land: '#f4f5f2',
    water: '#d3e1ea',
    river: '#bfd4e1',
    province: '#c3cad0',
    border: '#9aa5af',
    country: '#737f8c',
    city: '#56626f',
    halo: '#f4f5f2',
    paper: '#ffffff',
    text: '#17212d',
    text2: '#4a5765',
    line: '#e3e8ed',
    fence: '#6b3fc9',
    shade: 'rgba(20, 32, 46, 0.16)',
  },
  dark: {
    land: '#1a232d',
    water: '#0c151f',
    river: '#13202d',
    province: '#35424f',
    border: '#53626f',
    country: '#75838f',
    city: '#8d9aa7',
    halo: '#1a232d',
    paper: '#151c25',
    text: '#e6ecf2',
    text2: '#b0bcc8',
    line: '#27323e',
    fence: '#b596f0',
    shade: 'rgba(0, 0, 0, 0.42)',
  },
} as const satisfies Record<Mode, Record<string, string>>;
