import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from '../../map/handle.ts';
import type { Spot } from '../../map/marks.ts';
import { useSettings } from '../../platform/settings.ts';
import type { FoundPlace } from './useFound.ts';
import { type Picked, useRecord } from './useRecord.ts';
import { extentOfRecord, type RecordData, useRecordData } from './useRecordData.ts';
import { useSpot } from './useSpot.ts';

/** How near one goes to a town, to a typed place, and at most to a fence or a point. */
export const zooms = { town: 10.5, coordinate: 14, record: 15 } as const;

export interface Looked {
  picked: Picked | null;
  record: RecordData;
  /** a press on the map; null: not any more */
  pick: (picked: Picked | null) => void;
  spot: Spot | null;
  clearSpot: () => void;
  /** goes to what the search has found */
  goTo: (place: FoundPlace) => void;
  /** brings what was picked into view */
  show: () => void;
}

/** A fence, a point of interest or a place that is looked at, and the way there. */
export const useLooked = (handle: MapHandle | null): Looked => {
  const lang = useSettings((s) => s.lang);
  const [picked, put] = useRecord();
  const [spot, putSpot] = useSpot();
  const record = useRecordData(picked);
  /** what was not picked on the map itself is gone to as soon as it is known where it is */
  const away = useRef(true);
  const pick = useCallback(
    (next: Picked | null) => {
      away.current = false;
      put(next);
    },
    [put],
  );
  const { data } = record;
  const show = useCallback(() => {
    if (data) handle?.fit(extentOfRecord(data), zooms.record);
  }, [data, handle]);
  const arrive = useEffectEvent((map: MapHandle): void => {
    if (!away.current) return;
    if (data) show();
    else if (spot && !picked) map.fly(spot.at, zooms.town);
    if (data || spot) away.current = false;
  });
  useEffect(() => {
    if (handle && (data || spot)) arrive(handle);
  }, [handle, data, spot]);
  const goTo = (place: FoundPlace): void => {
    if (place.kind === 'fence' || place.kind === 'interest') {
      const isHere = picked?.of === place.kind && picked.id === place.id;
      if (isHere) {
        show();
        return;
      }
      away.current = true;
      put({ of: place.kind, id: place.id });
      return;
    }
    away.current = false;
    const at = place.kind === 'town' ? ([place.town.lon, place.town.lat] as const) : place.at;
    putSpot(at, place.kind === 'town' ? place.town.name[lang] : '');
    handle?.fly(at, zooms[place.kind]);
  };
  return { picked, record, pick, spot, clearSpot: useCallback(() => putSpot(null), [putSpot]), goTo, show };
};
