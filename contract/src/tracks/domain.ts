import type { MenuSeeds } from '../kit/menu.ts';
import { tracks } from './tracks.ts';

export const trackCalls = { tracks };

export const trackMenu = {
  track: { title: { zh: '轨迹回放', en: 'Track playback' }, view: 'tracks/TrackPage', icon: 'track', parent: null },
} as const satisfies MenuSeeds;
