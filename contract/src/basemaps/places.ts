import { z } from 'zod';
import { call, Latitude, Longitude } from '../kit/call.ts';

export const places = {
  /** Positions in words: the nearest town of the offline map, how far off and on which side; null where none is near. */
  words: call({
    path: '/place/words',
    title: { zh: '位置的文字说明', en: 'Places in words' },
    permit: 'session',
    onWalls: true,
    business: null,
    input: z.object({
      points: z
        .array(z.object({ lon: Longitude, lat: Latitude }))
        .min(1)
        .max(100),
    }),
    output: z.object({ rows: z.array(z.object({ zh: z.string(), en: z.string() }).nullable()) }),
  }),
};
