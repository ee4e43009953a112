import { type CSSProperties, type RefObject, useMemo } from 'react';
import type { MapViewState } from '../../map/marks.ts';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { useSize } from '../../ui/useSize.ts';
import type { Bounds } from './lockFilter.ts';
import { type Height, share } from './sheetHeights.ts';
import { freeBounds } from './view.ts';

/** Panels as the style sheet draws them, with the gap to the edge. */
const LIST = 332;
const PANEL = 372;
/** The filter bar's distance from the edge, and from what stands below it. */
const EDGE = 12;
const GAP = 8;
/** Of what a map leaves at its upper edge a group of locks there takes all but this. */
const BESIDE_GROUP = 40;
/** Two panels leave too little map below this. */
const narrowQuery = '(max-width: 1099.98px)';
const wideQuery = '(min-width: 1280px)';

export interface MapRoom {
  phone: boolean;
  narrow: boolean;
  wide: boolean;
  size: { width: number; height: number };
  /** pixels that panels cover */
  insets: { top: number; right: number; bottom: number; left: number };
  /** the same, and the filter bar beyond what a map leaves at its edge: what is brought into view stands below it */
  padding: { top: number; right: number; bottom: number; left: number };
  /** from the upper edge of the map to below the filter bar */
  belowBar: number;
  showList: boolean;
  /** for the style sheet */
  edges: CSSProperties;
  /** the part of a view that is left free, and in which a marker has room for its label */
  free: (view: MapViewState) => Bounds;
  clear: (view: MapViewState) => Bounds;
}

/** How much of the workspace is map, and where. */
export const useMapRoom = (
  box: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
  { height, listOpen, panelOpen }: { height: Height; listOpen: boolean; panelOpen: boolean },
): MapRoom => {
  const phone = useMedia(phoneQuery);
  const narrow = useMedia(narrowQuery);
  const wide = useMedia(wideQuery);
  const size = useSize(box);
  const barSize = useSize(bar);
  const showList = listOpen && !(narrow && panelOpen);
  const insets = useMemo(
    () =>
      phone
        ? { top: 0, right: 0, bottom: Math.min(share[height], share.half) * size.height, left: 0 }
        : { top: 0, right: panelOpen ? PANEL : 0, bottom: 0, left: showList ? LIST : 0 },
    [phone, height, size.height, panelOpen, showList],
  );
  const belowBar = EDGE + barSize.height + GAP;
  const padding = useMemo(() => ({ ...insets, top: Math.max(0, belowBar - BESIDE_GROUP) }), [insets, belowBar]);
  return useMemo(() => {
    const pixels = { ...insets, 'below-bar': belowBar };
    const edges = Object.fromEntries(Object.entries(pixels).map(([side, px]) => [`--${side}`, `${px}px`]));
    // a marker's label reaches this far to its sides and below it: a lock whose label is covered is not in sight
    const labelled = {
      top: insets.top + belowBar + 28,
      right: insets.right + 110,
      bottom: insets.bottom + 60,
      left: insets.left + 110,
    };
    return {
      ...{ phone, narrow, wide, size, insets, padding, belowBar, showList, edges },
      free: (view) => freeBounds(view, size, insets),
      clear: (view) => freeBounds(view, size, labelled),
    };
  }, [phone, narrow, wide, size, insets, padding, belowBar, showList]);
};
