import { usePlaceWords } from './placeWords.ts';
import './placeWords.css';

/** Where a position lies, in words, above its figures. */
export const PlaceWords = ({ lon, lat }: { lon: number | null; lat: number | null }) => {
  const words = usePlaceWords(lon, lat);
  return words === null ? null : <span className="place-words">{words}</span>;
};
