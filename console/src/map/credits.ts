import { AttributionControl, type Map as GlMap } from 'maplibre-gl';
import { type BaseMap, plainText } from './baseMap.ts';
import { googleCredit } from './google.ts';
import type { MapViewState } from './marks.ts';

/** A view that moves on at once is not asked for. */
const PAUSE_MS = 400;

export interface Credits {
  /** the base map, or the view of it, is another one */
  follow(base: BaseMap | null): void;
  end(): void;
}

/** The corner that says whose data a map shows: what its sources say, and what a vendor says of this view. */
export const openCredits = (map: GlMap, el: HTMLElement, viewed: () => MapViewState): Credits => {
  let control: AttributionControl | null = null;
  let said: string | null = null;
  const say = (text: string): void => {
    if (text === said) return;
    const isFirst = said === null;
    if (control) map.removeControl(control);
    const custom = text === '' ? {} : { customAttribution: plainText(text) };
    control = new AttributionControl({ compact: el.clientWidth < 640, ...custom });
    map.addControl(control, 'bottom-right');
    said = text;
    // it opens by itself: once is enough
    if (!isFirst) el.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show');
  };
  say('');

  let asking: AbortController | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(pause);
    asking?.abort();
  };
  return {
    follow(base) {
      stop();
      if (base?.kind !== 'google' || base.session === undefined)
        return say(base?.kind === 'style' ? base.attribution : '');
      if (!said?.startsWith('Google')) say('Google Maps');
      pause = setTimeout(() => {
        asking = new AbortController();
        // what was said of the view before stands until something else is
        googleCredit(base, viewed(), asking.signal).then(say, () => {});
      }, PAUSE_MS);
    },
    end: stop,
  };
};
