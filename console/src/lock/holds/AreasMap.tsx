import type { NamedArea } from '@plomb/contract/lock/outline';
import { useEffect, useEffectEvent, useState } from 'react';
import { extentOf, markOf } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { FenceMark, LngLat, LockMark } from '../../map/marks.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import './holds.css';

const noLocks: readonly LockMark[] = [];

/** Areas as they were drawn, and locks where they were last. */
export const AreasMap = ({
  areas,
  locks = noLocks,
  on,
  label,
}: {
  /** a colour: of those of fences */
  areas: readonly (NamedArea & Pick<FenceMark, 'colour'>)[];
  locks?: readonly LockMark[];
  /** what it shows first; not said: all areas */
  on?: readonly LngLat[];
  label: string;
}) => {
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  const fit = useEffectEvent((handle: MapHandle) => {
    const places = areas.flatMap(({ area }) => extentOf(area));
    handle.fit(on ?? (places.length > 0 ? places : locks.map(({ at }) => at)), 15);
  });
  useEffect(() => {
    if (map) fit(map);
  }, [map]);
  useEffect(() => map?.locks.replace(locks), [map, locks]);
  return (
    <div className="areas-map">
      <MapView
        mode={mode}
        colour={colour}
        lang={lang}
        label={label}
        fences={areas.map(({ name, area, colour: own }, at) => ({
          ...markOf(at + 1, name, area),
          ...(own && { colour: own }),
          afar: true,
        }))}
        onHandle={setMap}
      />
    </div>
  );
};
