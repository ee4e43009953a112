import type { fenceColours } from '@plomb/contract/map/fences';
import { mapColours } from '../../map/mapColours.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDark } from '../../platform/settings.ts';
import './fences.css';

/** The colour a fence is drawn in; its word beside it where it is chosen. */
export const FenceColour = ({ colour, named = false }: { colour: (typeof fenceColours)[number]; named?: boolean }) => {
  const { word } = useDictionary('fence_colour');
  const colours = mapColours[useDark() ? 'dark' : 'light'];
  return (
    <span className="fence-colour">
      <span
        className="fence-swatch"
        aria-hidden
        style={{ background: colours[colour === 'violet' ? 'fence' : colour] }}
      />
      {named && word(colour)}
    </span>
  );
};
