import { StopOutlined } from '@ant-design/icons';
import type { baseMapCalls } from '@plomb/contract/basemaps/domain';
import type { Lang } from '@plomb/contract/kit/text';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isScript } from '../../map/baseMap.ts';
import { baseSources } from '../../map/baseStyle.ts';
import { useDrawable } from '../../map/useDrawable.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import type { RowOf } from '../../ui/list/resourceTypes.ts';
import { KeyEnd } from './KeyEnd.tsx';
import { LookPicture } from './LookPicture.tsx';
import { LandmarkCell, TrialCell } from './TrialCells.tsx';
import { useLook, useShownMaps } from './useTrials.ts';
import './baseMaps.css';

export type BaseMapRow = RowOf<typeof baseMapCalls.baseMaps>;
const languages: readonly Lang[] = ['zh', 'en'];

/** One base map among the others: how it draws the landmark, how it was found when it was tried, and what it is. */
export const BaseMapCard = ({ row }: { row: BaseMapRow }) => {
  const { t } = useTranslation('basemaps');
  const kinds = useDictionary('base_map_kind');
  const facts: [string, ReactNode][] = [
    [t('error'), <LandmarkCell key="error" row={row} />],
    [t('datum'), <DictTag key="datum" code="datum" value={row.datum} />],
    [t('detail'), t('zooms', { min: row.min_zoom, max: row.max_zoom })],
    ...(row.has_key ? [[t('secret'), <KeyEnd key="key" hint={row.key_hint} />] as [string, ReactNode]] : []),
    [t('organisation'), row.for_below ? t('sharedBy', { name: row.org_name }) : row.org_name],
  ];
  return (
    <div className="base-map-card">
      <Pictures row={row} />
      <header>
        <b>{row.base_map_name}</b>
        {row.is_default && <WordTag colour="blue">{t('isDefault')}</WordTag>}
        <TrialCell row={row} />
      </header>
      <p>{kinds.word(row.kind)}</p>
      <dl>
        {facts.map(([name, said]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

/** The landmark as both languages have it, or all of a map that has no landmark. */
const Pictures = ({ row }: { row: BaseMapRow }) => {
  const { t } = useTranslation('basemaps');
  const shown = useShownMaps();
  const own = shown?.find(({ id }) => id === row.id);
  const base = useDrawable(own ?? null).drawable;
  const look = useLook(base);
  if (row.status === 2 || isScript(row.kind) || !base) {
    // only maps that one may open are told with what they are drawn by
    const why = row.status === 2 ? 'Off' : isScript(row.kind) ? 'Script' : shown && !own ? 'Theirs' : 'None';
    const isComing = !shown && why === 'None';
    return (
      <p className="base-map-pictures base-map-no-picture" aria-busy={isComing}>
        {!isComing && (
          <>
            <StopOutlined aria-hidden /> {t(`picture${why}`)}
          </>
        )}
      </p>
    );
  }
  return (
    <div className="base-map-pictures">
      {languages.map((lang) => (
        <span key={lang}>
          {look && <LookPicture {...{ base, look, lang }} />}
          <small>{t(lang)}</small>
        </span>
      ))}
      <small>
        {base.attribution || baseSources}
        {look?.isLandmark === false && ` · ${t('pictureWhole')}`}
      </small>
    </div>
  );
};
