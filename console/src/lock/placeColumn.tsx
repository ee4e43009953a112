import { PLACE } from '@plomb/contract/lock/place';
import { PlaceWords } from './PlaceWords.tsx';

interface Placed {
  lon: number | null;
  lat: number | null;
}

/** Where it was in words, for whoever wants it beside the figures; a file has it in the language of its job. */
export const placeColumn = (title: string) => ({
  title,
  key: 'place_words',
  width: 220,
  optional: true as const,
  file: [{ field: PLACE, title }],
  render: (_: unknown, { lon, lat }: Placed) => <PlaceWords lon={lon} lat={lat} />,
});
