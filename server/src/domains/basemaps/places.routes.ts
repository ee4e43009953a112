import { places } from '@plomb/contract/basemaps/places';
import { placeWords } from '../../lock/placeWords.ts';
import { type Served, serve } from '../../platform/serve.ts';

export const placeRoutes: Served[] = serve(places, {
  words: async ({ points }) => ({ rows: points.map(({ lon, lat }) => placeWords(lon, lat)) }),
});
