import { useTranslation } from 'react-i18next';
import { headOf } from '../../../lock/names.ts';
import { usePlaceWords } from '../../../lock/placeWords.ts';
import { useSettings } from '../../../platform/settings.ts';
import { duration, useNow } from '../../../platform/time.ts';
import { ItemSign } from './ItemSign.tsx';
import type { WallItem } from './items.ts';
import { useItemWords } from './useItemWords.ts';

/** So many stand side by side. */
export const SIDE_BY_SIDE = 6;

/** Those around the one that is looked at, which is among them. */
export const around = (count: number, at: number): number =>
  Math.max(0, Math.min(at - Math.floor((SIDE_BY_SIDE - 1) / 2), count - SIDE_BY_SIDE));

/** Where an alarm rang, once that has words. */
const Rang = ({ at: { lon, lat } }: { at: { lon: number | null; lat: number | null } }) => {
  const words = usePlaceWords(lon, lat);
  return (
    words !== null && (
      <>
        <span className="wall-strip-place">{words}</span>
        <span> · </span>
      </>
    )
  );
};

/** What takes turns; one that is pressed is looked at. */
export const WallStrip = (props: { items: readonly WallItem[]; at: number; choose: (key: string) => void }) => {
  const { items, at, choose } = props;
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const words = useItemWords();
  const now = useNow();
  const from = around(items.length, at);
  return (
    <ol className="wall-strip" aria-label={t('toWatch', { count: items.length })}>
      {items.slice(from, from + SIDE_BY_SIDE).map((item, n) => (
        <li key={item.key}>
          <button
            type="button"
            aria-current={from + n === at}
            data-critical={item.critical}
            onClick={() => choose(item.key)}
          >
            <ItemSign item={item} size={34} />
            <span>
              <b>{headOf(item) || item.sn || (item.kind === 'approval' ? item.approval.firmware_version : '')}</b>
              <span className="wall-strip-what">{words(item)}</span>
              <small>
                {item.kind === 'alarm' && <Rang at={item.alarm} />}
                {item.since !== null && <span>{t('since', { age: duration(item.since, now, lang) })}</span>}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
};
