/**
 * Vendors of maps as their documents describe them: Google's Map Tiles API (createSession, 2dtiles, viewport) and Tianditu's WMTS. What they
 * would refuse is refused here, so that nobody has to have a key to see whether they are asked as they want to be.
 */
export interface FakeAnswer {
  status: number;
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}
const json = (status: number, body: unknown): FakeAnswer => ({
  status,
  type: 'application/json; charset=UTF-8',
  body: JSON.stringify(body),
});
const refused = (status: number, message: string): FakeAnswer => json(status, { error: { code: status, message } });
/** One pixel, as a built-up area has it. */
const pixel = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12N4+eoFAAV7AryT3T5aAAAAAElFTkSuQmCC',
  ),
  (sign) => sign.charCodeAt(0),
);
const picture: FakeAnswer = { status: 200, type: 'image/png', body: pixel };
const isTile = (z: number, x: number, y: number, most: number): boolean =>
  [z, x, y].every((n) => Number.isInteger(n) && n >= 0) && z <= most && x < 2 ** z && y < 2 ** z;

export interface Asked {
  url: string;
  method?: string;
  type?: string;
  body?: string;
}

/** Sessions are good for two weeks, and end earlier where a test says so. */
export class FakeGoogle {
  readonly #key: string;
  readonly #now: () => number;
  readonly sessions = new Map<string, { expiry: number; language: string }>();
  readonly asked: string[] = [];
  constructor(key: string, now: () => number = Date.now) {
    this.#key = key;
    this.#now = now;
  }

  answer({ url, method = 'GET', type = '', body = '' }: Asked): FakeAnswer {
    const { pathname, searchParams } = new URL(url);
    this.asked.push(`${method} ${pathname}`);
    if (searchParams.get('key') !== this.#key) return refused(400, 'API key not valid. Please pass a valid API key.');
    if (pathname === '/v1/createSession') return this.#open(method, type, body);
    const session = this.sessions.get(searchParams.get('session') ?? '');
    if (!session || session.expiry * 1000 <= this.#now()) return refused(400, 'The session is invalid or has expired.');
    if (method !== 'GET') return refused(404, 'Not found');
    const [, z, x, y] = /^\/v1\/2dtiles\/(\d+)\/(\d+)\/(\d+)$/.exec(pathname) ?? [];
    if (y !== undefined) return isTile(Number(z), Number(x), Number(y), 22) ? picture : refused(400, 'No such tile');
    if (pathname !== '/tile/v1/viewport') return refused(404, 'Not found');
    return this.#viewport(searchParams);
  }
  /** What the vendor does whenever it likes. */
  end(): void {
    for (const session of this.sessions.values()) session.expiry = 0;
  }

  #open(method: string, type: string, body: string): FakeAnswer {
    const { mapType, language, region } = JSON.parse(body || '{}');
    if (method !== 'POST' || !type.startsWith('application/json')) return refused(400, 'A POST of JSON is expected');
    if (!['roadmap', 'satellite', 'terrain', 'streetview'].includes(mapType)) return refused(400, 'mapType');
    if (!/^[a-z]{2,3}(-[A-Za-z\d]+)*$/.test(language) || !/^[A-Z]{2}$/.test(region))
      return refused(400, 'language, region');
    const session = `session-${this.sessions.size + 1}`;
    const expiry = Math.floor(this.#now() / 1000) + 14 * 86_400;
    this.sessions.set(session, { expiry, language });
    return json(200, { session, expiry: String(expiry), tileWidth: 256, tileHeight: 256, imageFormat: 'png' });
  }
  #viewport(asked: URLSearchParams): FakeAnswer {
    const figure = (name: string): number => (asked.has(name) ? Number(asked.get(name)) : Number.NaN);
    const [zoom, north, south, east, west] = ['zoom', 'north', 'south', 'east', 'west'].map(figure);
    const isOne =
      Number.isInteger(zoom) &&
      [north, south].every((lat) => Math.abs(lat ?? Number.NaN) < 90) &&
      [east, west].every((lon) => Math.abs(lon ?? Number.NaN) <= 180) &&
      (north ?? 0) > (south ?? 0);
    if (!isOne) return refused(400, 'zoom, north, south, east, west');
    const maxZoomRects = [{ maxZoom: 19, north: 90, south: -90, east: 180, west: -180 }];
    return json(200, { copyright: `Map data ©2026 at zoom ${zoom}`, maxZoomRects });
  }
}

/** Tiles of the Web Mercator matrix, levels 1 to 18. */
export const fakeTianditu = (key: string, { url }: Asked): FakeAnswer => {
  const { hostname, pathname, searchParams } = new URL(url);
  const asked = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const layer = /^\/(vec|cva|eva|img|cia|eia|ter|cta)_w\/wmts$/.exec(pathname)?.[1];
  if (!/^t[0-7]\.tianditu\.gov\.cn$/.test(hostname) || layer === undefined)
    return { status: 404, type: 'text/html', body: '' };
  if (asked.get('tk') !== key)
    return json(403, { msg: '非法Key', resolve: 'http://lbs.tianditu.gov.cn', code: 301_011 });
  const wanted = {
    service: 'WMTS',
    request: 'GetTile',
    version: '1.0.0',
    layer,
    style: 'default',
    tilematrixset: 'w',
    format: 'tiles',
  };
  const [z, y, x] = ['tilematrix', 'tilerow', 'tilecol'].map((name) => Number(asked.get(name)));
  const isOne =
    Object.entries(wanted).every(([name, value]) => asked.get(name) === value) &&
    isTile(z ?? -1, x ?? -1, y ?? -1, 18) &&
    (z ?? 0) >= 1;
  return isOne ? picture : { status: 400, type: 'text/xml', body: '<ExceptionReport/>' };
};
