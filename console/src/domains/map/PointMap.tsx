import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import { useDark, useSettings } from '../../platform/settings.ts';
import './fences.css';

/** Where a point is. */
export const PointMap = ({ at: [lng, lat], name }: { at: readonly [number, number]; name: string }) => {
  const { t } = useTranslation('map');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  useEffect(() => map?.fit([[lng, lat]], 11), [map, lng, lat]);
  const places = useMemo(() => [{ id: 1, name, at: [lng, lat] as const }], [name, lng, lat]);
  return (
    <div className="fence-map">
      <MapView mode={mode} colour={colour} lang={lang} label={t('interests.map')} places={places} onHandle={setMap} />
    </div>
  );
};
