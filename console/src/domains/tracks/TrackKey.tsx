import type { CSSProperties } from 'react';
import { comparedLooks } from '../../map/areaLayers.ts';
import { mapColours } from '../../map/mapColours.ts';
import { useDark } from '../../platform/settings.ts';

/** How the line of a lock is drawn beside the first one, on the map and on the chart. */
export const useComparedLine = () => {
  const colours = mapColours[useDark() ? 'dark' : 'light'];
  return (place: number, width: number): CSSProperties => {
    const { colour, dashes } = comparedLooks[Math.min(place - 1, comparedLooks.length - 1)] ?? comparedLooks[0];
    return { stroke: colours[colour], strokeDasharray: dashes.map((dash) => dash * width).join(' ') };
  };
};

/** A piece of the line of the lock in this place. */
export const TrackKey = ({ place }: { place: number }) => {
  const line = useComparedLine();
  return (
    <svg width="30" height="6" viewBox="0 0 30 6" aria-hidden="true">
      <path
        className={place === 0 ? 'track-key-way' : 'track-key-compared'}
        d="M1 3h28"
        {...(place > 0 && { style: line(place, 3) })}
      />
    </svg>
  );
};
