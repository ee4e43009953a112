import { type ScriptKind, scriptKinds } from '@plomb/contract/basemaps/baseMaps';

/** A page without rights: it is shown in a frame of ours, and may fetch from the servers of its own policy alone. */
export interface FramedPage {
  path: string;
  html: string;
  policy: string;
}

interface Vendor {
  /** where its script and what that fetches come from */
  servers: readonly string[];
  /** in words of the vendor's documented interface: `load(key)` answers a script's address, `open` a map, `show` moves it */
  script: string;
}

/** AMap's JSAPI 2.0: a key of these days has a security code beside it, which is entered behind it. */
const amap: Vendor = {
  servers: ['https://*.amap.com', 'https://*.autonavi.com'],
  script: `
    const load = (secret) => {
      const [key, code] = secret.split(/[\\s,;]+/);
      if (code) window._AMapSecurityConfig = { securityJsCode: code };
      return 'https://webapi.amap.com/maps?v=2.0&key=' + encodeURIComponent(key) + '&callback=loaded';
    };
    const open = (at, zoom, done) => {
      const still = ['dragEnable', 'zoomEnable', 'keyboardEnable', 'doubleClickZoom', 'scrollWheel', 'touchZoom', 'animateEnable', 'jogEnable'];
      const map = new AMap.Map('map', {
        viewMode: '2D', zooms: [2, 20], center: at, zoom, ...Object.fromEntries(still.map((name) => [name, false])),
      });
      map.on('complete', done);
      return map;
    };
    const show = (map, at, zoom) => map.setZoomAndCenter(zoom, at, true);`,
};

/** Baidu's JSAPI GL 1.0. */
const baidu: Vendor = {
  servers: ['https://*.baidu.com', 'https://*.bdimg.com', 'https://*.bdstatic.com', 'https://*.bcebos.com'],
  script: `
    const load = (key) =>
      'https://api.map.baidu.com/api?type=webgl&v=1.0&ak=' + encodeURIComponent(key) + '&callback=loaded';
    const open = (at, zoom, done) => {
      const map = new BMapGL.Map('map', { minZoom: 3, maxZoom: 21, enableRotate: false, enableTilt: false });
      map.addEventListener('tilesloaded', done);
      show(map, at, zoom);
      map.disableDragging();
      return map;
    };
    const show = (map, [lon, lat], zoom) => map.centerAndZoom(new BMapGL.Point(lon, lat), zoom, { noAnimation: true });`,
};
const vendors: Record<ScriptKind, Vendor> = { amap, baidu };

/**
 * What the frame does: it says that it is there, is told a key and a view, and says when the map stands or that its script does not come.
 * A page without rights has neither storage nor cookies; a script that asks for them is given some that end with the page.
 */
const html = ({ script }: Vendor): string => `<!doctype html><html lang="zh"><meta charset="utf-8"><title>map</title>
<style>html,body,#map{height:100%;margin:0;overflow:hidden}</style><div id="map"></div><script>
(() => {
  const kept = new Map();
  const storage = {
    getItem: (name) => kept.get(String(name)) ?? null,
    setItem: (name, value) => void kept.set(String(name), String(value)),
    removeItem: (name) => void kept.delete(String(name)),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() { return kept.size; },
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage });
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  ${script}
  const tell = (map) => parent.postMessage({ map }, '*');
  let [map, view] = [null, null];
  window.loaded = () => {
    try {
      map = open(view.at, view.zoom, () => tell('stands'));
    } catch {
      tell('fails');
    }
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    const isFirst = view === null;
    view = data.view;
    if (isFirst) {
      const element = document.createElement('script');
      element.onerror = () => tell('fails');
      element.src = load(data.key);
      document.head.append(element);
    } else if (map) show(map, view.at, view.zoom);
  });
  tell('waits');
})();
</script>`;

/** One for each vendor: nothing of the console is within its reach, whatever its script does. */
export const vendorPages: readonly FramedPage[] = scriptKinds.map((kind) => {
  const { servers } = vendors[kind];
  const from = servers.join(' ');
  return {
    path: `/vendorMap/${kind}`,
    html: html(vendors[kind]),
    policy:
      `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob: ${from}; style-src 'unsafe-inline' ${from}; ` +
      `img-src data: blob: ${from}; font-src data: ${from}; connect-src data: blob: ${from}; worker-src blob:; base-uri 'none'; ` +
      "form-action 'none'; frame-ancestors 'self'",
  };
});
