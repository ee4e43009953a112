import type { ScriptKind } from '@plomb/contract/basemaps/baseMaps';
import { type BaseMap, isScript } from './baseMap.ts';
import { toDatum } from './datum.ts';
import type { LngLat } from './marks.ts';

/** A key that a vendor does not take is told by nobody: the map never stands. */
const PATIENCE_MS = 20_000;

/** Both in the middle of the same picture at the same scale: our zooms are of tiles of 512 pixels, and of metres at the equator. */
const vendorZoom: Record<ScriptKind, (zoom: number) => number> = {
  amap: (zoom) => zoom + 1,
  // at its zoom 18 a pixel is a metre
  baidu: (zoom) => 18 - Math.log2((2 * Math.PI * 6_378_137) / (512 * 2 ** zoom)),
};

export interface GroundView {
  at: LngLat;
  zoom: number;
}
/** The vendor's view of ours. */
export const vendorView = ({ kind, datum }: BaseMap, { at, zoom }: GroundView): GroundView => ({
  at: toDatum(datum, at),
  zoom: isScript(kind) ? vendorZoom[kind](zoom) : zoom,
});

/** A map below ours. */
export interface Ground {
  /** our map has moved */
  move(): void;
  /** it is of another size */
  resize(): void;
  end(): void;
}

/**
 * The vendor's map, below ours and moved with it. Its script runs in a frame without rights, which knows nothing of the console and of the
 * locks but the middle of the view; all that we draw lies above, in WGS-84, as on any other base map.
 */
export const openVendorGround = (
  el: HTMLElement,
  base: BaseMap,
  viewed: () => GroundView,
  told: (what: 'stands' | 'fails') => void,
): Ground => {
  const frame = document.createElement('iframe');
  frame.className = 'map-vendor';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'strict-origin';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = `/vendorMap/${base.kind}`;
  let isOpen = false;
  // it is of no origin, so none can be named; what it is told is its own vendor's key and the middle of the map
  const tell = (): void =>
    frame.contentWindow?.postMessage({ key: base.key, view: vendorView(base, viewed()) }, { targetOrigin: '*' });
  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null || !('map' in data)) return;
    if (data.map === 'waits') {
      isOpen = true;
      tell();
    }
    if (data.map === 'stands' || data.map === 'fails') {
      clearTimeout(patience);
      told(data.map);
    }
  };
  const patience = setTimeout(() => told('fails'), PATIENCE_MS);
  addEventListener('message', hear);
  el.prepend(frame);
  return {
    move: () => isOpen && tell(),
    resize: () => isOpen && tell(),
    end() {
      clearTimeout(patience);
      removeEventListener('message', hear);
      frame.remove();
    },
  };
};
