import { fenceLimits, type Outline } from '@plomb/contract/lock/outline';
import { fenceMargin, type ShownFence } from '@plomb/contract/map/fences';
import { map as mapCalls } from '@plomb/contract/map/map';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutlineEditor } from '../../map/draw/OutlineEditor.tsx';
import type { MapHandle } from '../../map/handle.ts';
import type { LngLat } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { fenceMarks } from './fenceMarks.ts';
import { PlaceSearch } from './PlaceSearch.tsx';

/** As near as a yard and its streets are seen. */
const NEAR = 13;

/** The outline of a fence, drawn beside those that are there. */
export const OutlineField = ({
  value = null,
  onChange,
  fence,
  around = null,
}: {
  id?: string;
  value?: Outline | null;
  onChange?: (outline: Outline | null) => void;
  /** which of them it is */
  fence: number | null;
  /** where something is that it is drawn for */
  around?: LngLat | null;
}) => {
  const { t } = useTranslation('map');
  const ink = Form.useWatch<ShownFence['colour'] | undefined>('colour');
  const may = useMay();
  const [map, setMap] = useState<MapHandle | null>(null);
  const shown = useQuery({
    queryKey: [mapCalls.fences.path],
    queryFn: () => send(mapCalls.fences, {}, { quiet: true }),
    enabled: may(mapCalls.fences),
    staleTime: 60_000,
  }).data?.fences;
  const others = useMemo(() => fenceMarks((shown ?? []).filter(({ id }) => id !== fence)), [shown, fence]);
  return (
    <>
      <PlaceSearch map={map} />
      <OutlineEditor
        of={fence ?? 0}
        value={value}
        onChange={(outline) => onChange?.(outline)}
        shapes={['circle', 'polygon', 'line']}
        limits={fenceLimits}
        label={t('fences.map')}
        margin={fenceMargin}
        {...(ink && { ink })}
        others={others}
        onMap={setMap}
        {...(around && { initial: { centre: around, zoom: NEAR } })}
      />
    </>
  );
};
