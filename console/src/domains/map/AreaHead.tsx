import { CloseOutlined, LeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePlaceWords } from '../../lock/placeWords.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { type Area, middleOf } from './area.ts';

export interface AreaProps {
  area: Area;
  /** locks in it, and all there are; null: not counted yet */
  count: number | null;
  total: number;
  zoom: () => void;
  /** absent where nobody may order anything of many */
  select?: () => void;
  close: () => void;
}

/** Over the list while it shows one part of the map: where that is, how many there are, and what may be done with them. */
export const AreaHead = ({ area, count, total, zoom, select, close }: AreaProps) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const [lon, lat] = middleOf(area);
  const where = usePlaceWords(lon, lat);
  return (
    <header className="lock-list-head area-head">
      <Button type="text" icon={<LeftOutlined />} aria-label={t('area.back')} onClick={close} />
      <h2>{t(area.kind === 'ring' ? 'area.drawn' : 'area.here')}</h2>
      <span>{count === null ? '–' : t('area.of', { some: number(count), count: total })}</span>
      <Button type="text" icon={<CloseOutlined />} aria-label={t('area.close')} onClick={close} />
      <p>{where}</p>
      <p>
        <Button type="link" size="small" onClick={zoom}>
          {t('area.zoom')}
        </Button>
        {select && count !== null && count > 0 && (
          <Button type="link" size="small" onClick={select}>
            {t('area.select')}
          </Button>
        )}
      </p>
    </header>
  );
};
