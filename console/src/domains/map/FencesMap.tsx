import { outlineOf } from '@plomb/contract/lock/outline';
import { mapCalls } from '@plomb/contract/map/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extentOf } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import { send } from '../../platform/client.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { fenceMarks } from './fenceMarks.ts';

const { fences } = mapCalls.map;

/** All fences that are shown, above their list: one that is chosen opens its record, and the one that is open is brought into view. */
export const FencesMap = () => {
  const { t } = useTranslation('map');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const { open, show } = useTheList();
  const [map, setMap] = useState<MapHandle | null>(null);
  const shown = useQuery({ queryKey: [fences.path], queryFn: () => send(fences, {}, { quiet: true }) }).data?.fences;
  const marks = fenceMarks(shown ?? []);
  const here = open.id;
  useEffect(() => {
    if (!map || !shown) return;
    const wanted = here === null ? shown : shown.filter(({ id }) => id === here);
    const outlines = wanted.map(({ fence_context, radius }) => outlineOf({ geometry: fence_context, radius }));
    map.fit(
      outlines.flatMap((outline) => (outline ? extentOf(outline) : [])),
      15,
    );
  }, [map, shown, here]);
  return (
    <div className="fences-map">
      <MapView
        mode={mode}
        colour={colour}
        lang={lang}
        label={t('onMap.label')}
        fences={marks}
        onPick={({ of, id }) => of === 'fence' && show({ id })}
        onHandle={setMap}
      />
    </div>
  );
};
