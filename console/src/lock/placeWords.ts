import { places } from '@plomb/contract/basemaps/places';
import type { Text } from '@plomb/contract/kit/text';
import { useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';
import { useSettings } from '../platform/settings.ts';

interface Point {
  lon: number;
  lat: number;
}
interface Waiting extends Point {
  done(words: Text | null): void;
  failed(error: unknown): void;
}
const AT_ONCE = 100;

let waiting: Waiting[] = [];
/** What a screen asks for at once goes as one call. */
const ask = async (): Promise<void> => {
  const all = waiting;
  waiting = [];
  for (let i = 0; i < all.length; i += AT_ONCE) {
    const part = all.slice(i, i + AT_ONCE);
    try {
      const points = part.map(({ lon, lat }) => ({ lon, lat }));
      const { rows } = await send(places.words, { points }, { quiet: true });
      part.forEach((one, n) => {
        one.done(rows[n] ?? null);
      });
    } catch (error) {
      for (const one of part) one.failed(error);
    }
  }
};
const wordsAt = ({ lon, lat }: Point): Promise<Text | null> =>
  new Promise((done, failed) => {
    waiting.push({ lon, lat, done, failed });
    if (waiting.length === 1) queueMicrotask(() => void ask());
  });

/** A hundred metres: nothing that is said differs within. */
const near = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/** Where a position lies, in words; `words` is null where nothing is near, and until it is known. */
export const usePlaceAsked = (lon: number | null, lat: number | null): { words: string | null; coming: boolean } => {
  const lang = useSettings((s) => s.lang);
  const at = lon === null || lat === null ? null : { lon: near(lon), lat: near(lat) };
  const { data, isLoading } = useQuery({
    enabled: at !== null,
    queryKey: [places.words.path, at?.lon, at?.lat],
    queryFn: () => (at ? wordsAt(at) : null),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { words: data?.[lang] ?? null, coming: isLoading };
};

export const usePlaceWords = (lon: number | null, lat: number | null): string | null => usePlaceAsked(lon, lat).words;
