import { PLACE } from '@plomb/contract/lock/place';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceWords } from '../../lock/placeWords.ts';
import { placeText } from './signs.tsx';

interface Placed {
  lon: number | null;
  lat: number | null;
}
interface Point {
  lon: number;
  lat: number;
}

const Figures = ({ lat, lon }: Point) => <span className="records-figures">{placeText(lat, lon)}</span>;
/** In words, which are for people; the figures under the pointer, and alone where nothing is near. */
const Where = ({ lat, lon }: Point) => {
  const words = usePlaceWords(lon, lat);
  return words === null ? <Figures lat={lat} lon={lon} /> : <span title={placeText(lat, lon)}>{words}</span>;
};
const shown =
  (Of: (point: Point) => ReactNode, otherwise: ReactNode) =>
  (_: unknown, { lat, lon }: Placed) =>
    lat === null || lon === null ? otherwise : <Of lat={lat} lon={lon} />;

/** Where it was, in words; and in figures, for whoever wants them. A file has both, whichever is shown. `otherwise`: what stands where it told no place. */
export const useWhereColumns = (otherwise: ReactNode) => {
  const { t } = useTranslation('records');
  return {
    place: {
      title: t('col.place'),
      key: 'place',
      width: 190,
      ellipsis: true,
      file: [
        { field: 'lat', title: t('col.latitude') },
        { field: 'lon', title: t('col.longitude') },
        { field: PLACE, title: t('col.placeWords') },
      ],
      render: shown(Where, otherwise),
    },
    figures: { title: t('col.figures'), key: 'figures', width: 176, file: [], render: shown(Figures, '–') },
  };
};
