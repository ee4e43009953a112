import { places } from '@plomb/contract/basemaps/places';
import { placeWords } from '../../lock/placeWords.ts';
import { prepared, type Served, serve } from '../../platform/serve.ts';
import type { Geocoder } from './geocoder.ts';

/** In the caller's language as the provider says it, where there is one that answers; else as the offline map does. */
export const placeRoutes = (geocoder: Geocoder | null): Served[] =>
  serve(places, {
    // no transaction is open while a provider is waited for
    words: prepared(
      places.words,
      ({ points }, _operator, lang) =>
        Promise.all(
          points.map(async ({ lon, lat }) => {
            const [offline, words] = [placeWords(lon, lat), (await geocoder?.(lon, lat, lang)) ?? null];
            return words === null ? offline : { zh: words, en: words, ...offline, [lang]: words };
          }),
        ),
      async (rows) => ({ rows }),
    ),
  });
