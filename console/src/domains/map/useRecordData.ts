import { outlineOf } from '@plomb/contract/lock/outline';
import { onMap } from '@plomb/contract/map/onMap';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { extentOf } from '../../map/draw/drawn.ts';
import type { LngLat } from '../../map/marks.ts';
import { isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { byServer } from '../../platform/clock.ts';
import type { Picked } from './useRecord.ts';

export type Record =
  | { of: 'fence'; record: z.output<typeof onMap.fence.output> }
  | { of: 'interest'; record: z.output<typeof onMap.interest.output> };

/** Milliseconds: who is there is asked for again while it is looked at. */
const AGAIN = 10_000;

export interface RecordData {
  data: Record | null;
  failed: unknown;
  /** what is shown is of then, and could not be renewed since; null: it is of now */
  asOf: string | null;
  again: () => void;
}
/** A fence or a point of interest as it stands now. */
export const recordOf = async ({ of, id }: Picked, how: Parameters<typeof send>[2] = {}): Promise<Record> =>
  of === 'fence'
    ? { of, record: await send(onMap.fence, { id }, how) }
    : { of, record: await send(onMap.interest, { id }, how) };

/** The fence or the point of interest that is looked at, with the locks that are there. */
export const useRecordData = (picked: Picked | null): RecordData => {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    enabled: picked !== null,
    queryKey: [onMap.fence.path, picked?.of, picked?.id],
    queryFn: async ({ signal }) => picked && recordOf(picked, { quiet: true, signal }),
    refetchInterval: (query) => (isNoLongerSeen(query.state.error) ? false : AGAIN),
    retry: false,
  });
  return useMemo(() => {
    const isGone = isNoLongerSeen(error);
    const shown = picked && data && !isGone ? data : null;
    return {
      data: shown,
      failed: picked && !shown ? error : null,
      asOf: shown && error ? byServer(dataUpdatedAt) : null,
      again: () => void refetch(),
    };
  }, [picked, data, error, dataUpdatedAt, refetch]);
};

/** Places to bring into view, to see it whole. */
export const extentOfRecord = ({ of, record }: Record): readonly LngLat[] => {
  if (of === 'interest') return [[record.lng, record.lat]];
  const outline = outlineOf({ geometry: record.fence_context, radius: record.radius });
  return outline ? extentOf(outline) : [];
};
