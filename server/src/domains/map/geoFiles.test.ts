import { fenceLimits } from '@plomb/contract/lock/outline';
import { describe, expect, it, vi } from 'vitest';
import { geoJsonOf, kmlOf, readGeoFile } from './geoFiles.ts';

const square = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31.1],
  [121, 31],
];
const drawn = [
  { name: 'Yard & <gate>', geometry: { type: 'Polygon', coordinates: [square] as never }, radius: null },
  { name: 'Depot', geometry: { type: 'Point', coordinates: [121, 31] as never }, radius: 800 },
  { name: 'Road', geometry: { type: 'LineString', coordinates: square.slice(0, 3) as never }, radius: 150 },
  { name: 'Customs', geometry: { type: 'Point', coordinates: [121.5, 31.5] as never }, radius: null },
];
const whole = (text: string) => readGeoFile(Buffer.from(text));
const read = (text: string) => whole(text).items;
const json = (geometry: object, properties: object = {}) =>
  read(JSON.stringify({ type: 'Feature', properties, geometry }))[0];

describe('what was written', () => {
  it.each([
    ['GeoJSON', geoJsonOf],
    ['KML', kmlOf],
  ])('as %s is read back as it was', (_, write) => {
    expect(read(write(drawn))).toEqual([
      { name: 'Yard & <gate>', outline: { shape: 'polygon', points: square.slice(0, 4) }, point: null, why: null },
      { name: 'Depot', outline: { shape: 'circle', centre: [121, 31], radius: 800 }, point: null, why: null },
      { name: 'Road', outline: { shape: 'line', points: square.slice(0, 3), width: 300 }, point: null, why: null },
      { name: 'Customs', outline: null, point: [121.5, 31.5], why: null },
    ]);
  });
});

describe('a file of others', () => {
  it('has its many parts one by one, under the name of the whole', () => {
    const kml = `<kml><Document><Folder><Placemark><name><![CDATA[Two]]></name><MultiGeometry>
      <Point><coordinates> 121,31,0 </coordinates></Point><Point><coordinates>122,31,0</coordinates></Point>
      </MultiGeometry></Placemark></Folder></Document></kml>`;
    expect(read(kml).map(({ name, point }) => [name, point])).toEqual([
      ['Two', [121, 31]],
      ['Two', [122, 31]],
    ]);
    const multi = { type: 'MultiPolygon', coordinates: [[square], [square]] };
    expect(read(JSON.stringify({ type: 'Feature', properties: { name: 'M' }, geometry: multi }))).toHaveLength(2);
  });
  it.each([
    ['a polygon with a hole', { type: 'Polygon', coordinates: [square, square] }, 'geoHole'],
    [
      'a place beyond the earth',
      {
        type: 'LineString',
        coordinates: [
          [121, 31],
          [500, 31],
        ],
      },
      'geoRange',
    ],
    ['a place that is a word', { type: 'Point', coordinates: ['a', 'b'] }, 'geoCoordinates'],
    [
      'a polygon that crosses itself',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
      'outlineCrosses',
    ],
    [
      'a line of 501 points',
      { type: 'LineString', coordinates: Array.from({ length: 501 }, (_, i) => [i / 1000, 1]) },
      'outlineTooMany',
    ],
  ])('says of %s why it is no fence', (_, geometry, why) => {
    expect(json(geometry)?.why).toBe(why);
  });
  it.each(['', ' ', ',31', '121,', '121, 31', '121,31 122,31'])('has no point at “%s”', (places) => {
    for (const more of ['', '<ExtendedData><Data name="radius"><value>500</value></Data></ExtendedData>']) {
      const mark = `<Placemark>${more}<Point><coordinates>${places}</coordinates></Point></Placemark>`;
      expect(read(`<kml>${mark}</kml>`)).toMatchObject([{ outline: null, point: null, why: 'geoCoordinates' }]);
    }
  });
});

describe('a hostile file', () => {
  it.each([
    ['lists', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`],
  ])('of nothing but %s in each other is not even parsed', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => whole(text)).toThrowError(expect.objectContaining({ code: 'geoTooDeep' }));
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
  it('is none that has collections as deep in each other as they may be', () => {
    const deep = 30;
    const text = `${'{"type":"GeometryCollection","geometries":['.repeat(deep - 1)}${JSON.stringify({
      type: 'MultiPolygon',
      coordinates: [[square]],
    })}${']}'.repeat(deep - 1)}`;
    expect(read(text)).toHaveLength(1);
  });

  const nested = (n: number) => `${'{"type":"GeometryCollection","geometries":['.repeat(n)}${']}'.repeat(n)}`;
  it.each([
    [
      'that declares entities',
      '<?xml version="1.0"?>\n<!DOCTYPE k [<!ENTITY a "aaaa">]><kml><Placemark><name>&a;</name></Placemark></kml>',
      { code: 'geoEntities', values: { line: 2 } },
    ],
    ['that reads from elsewhere', '<!DOCTYPE k SYSTEM "file:///etc/passwd"><kml/>', { code: 'geoEntities' }],
    ['with an entity of nobody', '<kml>\n<name>&xxe;</name></kml>', { code: 'geoEntities', values: { line: 2 } }],
    ['without an end', '<kml>\n\n<Placemark>', { code: 'geoNotXml', values: { line: 3 } }],
    ['with a tag that is none', '<kml>\n<a></b></kml>', { code: 'geoNotXml', values: { line: 2 } }],
    ['of another XML', '<gpx><wpt/></gpx>', { code: 'geoUnreadable' }],
    ['deep as a well, of XML', `<kml>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</kml>`, { code: 'geoTooDeep' }],
    ['deep as a well, of JSON', nested(5000), { code: 'geoTooDeep' }],
    [
      'of one point too many',
      JSON.stringify({ type: 'MultiPoint', coordinates: Array(501).fill([1, 1]) }),
      { code: 'geoTooMany' },
    ],
    ['of one mark too many', `<kml><Placemark>${'<Point/>'.repeat(501)}</Placemark></kml>`, { code: 'geoTooMany' }],
    ['that is none', '\u0000\u0001', { code: 'geoNotJson', values: { line: 1 } }],
    ['that is broken', '{\n"type":\n"Point",,}', { code: 'geoNotJson', values: { line: 3 } }],
    ['that breaks off', '{\n"type":\n', { code: 'geoNotJson', values: { line: 3 } }],
    ['of nothing', '{"type":"FeatureCollection","features":[]}', { code: 'geoEmpty' }],
    ['of another kind of object', '{"type":"__proto__"}', { code: 'geoUnreadable' }],
    ['larger than a file may be', `"${'a'.repeat(2 * 1024 * 1024)}"`, { code: 'geoTooLarge' }],
    [
      'of nothing but links',
      '<kml><NetworkLink><Link><href>http://x/</href></Link></NetworkLink></kml>',
      { code: 'geoElsewhere', values: { count: 1 } },
    ],
  ])('%s is refused', (_, text, why) => {
    expect(() => read(text)).toThrow(expect.objectContaining(why));
  });
  it('of more places than a fence has corners is not read to its end to say so', () => {
    const places = Array.from({ length: fenceLimits.corners + 2 }, (_, n) => `${120 + n / 1000},30`);
    const file = `<kml><Placemark><LineString><coordinates>${places.join(' ')} none</coordinates></LineString></Placemark></kml>`;
    expect(readGeoFile(Buffer.from(file)).items).toMatchObject([{ why: 'outlineTooMany' }]);
  });
  it('in no UTF-8 is refused', () => {
    expect(() => readGeoFile(Buffer.from([0x7b, 0xff, 0xfe]))).toThrow(expect.objectContaining({ code: 'geoNotText' }));
  });
});

it('says what it leaves out, and how often', () => {
  const point = '<Placemark><Point><coordinates>121,31</coordinates></Point></Placemark>';
  const links = '<NetworkLink/><Folder><NetworkLink/></Folder><GroundOverlay/><Placemark><name>x</name></Placemark>';
  expect(whole(`<kml><Document>${links}${point}</Document></kml>`).left_out).toEqual([
    { what: 'NetworkLink', count: 2 },
    { what: 'GroundOverlay', count: 1 },
    { what: 'empty', count: 1 },
  ]);
  const features = [
    { type: 'Feature', geometry: null },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 1] } },
  ];
  expect(whole(JSON.stringify({ type: 'FeatureCollection', features })).left_out).toEqual([
    { what: 'empty', count: 1 },
  ]);
});

describe('a file of KML', () => {
  const kml = (inner: string) => whole(`<kml xmlns:gx="x"><Document>${inner}</Document></kml>`);
  const ring = '<coordinates>121,31 121.1,31 121.1,31.1 121,31</coordinates>';
  const polygon = `<Placemark><Polygon><outerBoundaryIs><LinearRing>${ring}</LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  it('has no corners of an image in the polygon before it', () => {
    const { items, left_out } = kml(`${polygon}<GroundOverlay><gx:LatLonQuad>${ring}</gx:LatLonQuad></GroundOverlay>`);
    expect(items).toMatchObject([{ outline: { shape: 'polygon' }, why: null }]);
    expect(left_out).toEqual([{ what: 'GroundOverlay', count: 1 }]);
  });
  it('has a ring of its own as a polygon', () => {
    const { items, left_out } = kml(
      `<Placemark><MultiGeometry><Point><coordinates>121,31</coordinates></Point><LinearRing>${ring}</LinearRing></MultiGeometry></Placemark>`,
    );
    expect(items).toMatchObject([{ point: [121, 31] }, { outline: { shape: 'polygon', points: { length: 3 } } }]);
    expect(left_out).toEqual([]);
  });
  it.each(['Track', 'Model'])('counts a %s once', (what) => {
    expect(kml(`${polygon}<Placemark><gx:${what}/></Placemark>`).left_out).toEqual([{ what, count: 1 }]);
  });
  it.each(['0x10,1', '121,0b1', 'Infinity,1', '1e999,1'])('has no degrees in %s', (places) => {
    const { items } = kml(`<Placemark><Point><coordinates>${places}</coordinates></Point></Placemark>`);
    expect(items).toMatchObject([{ point: null, why: 'geoCoordinates' }]);
  });
  it('has degrees with an exponent, as programs write them', () => {
    const { items } = kml('<Placemark><Point><coordinates>-5.2E-5,+51.5</coordinates></Point></Placemark>');
    expect(items).toMatchObject([{ point: [-0.000052, 51.5] }]);
  });
});

describe('a file of GeoJSON', () => {
  const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [121, 31] } };
  const collection = (features: unknown[], more: object = {}) =>
    whole(JSON.stringify({ type: 'FeatureCollection', features, ...more }));
  it.each([
    ['of a geometry that nobody knows', { type: 'Feature', geometry: { type: 'Curve', coordinates: [] } }],
    ['without a geometry', { type: 'Feature', properties: {} }],
    ['of a collection of nothing', { type: 'Feature', geometry: { type: 'GeometryCollection', geometries: [] } }],
    ['that is a word', 'x'],
  ])('leaves out one %s, and takes the others', (_, other) => {
    const { items, left_out } = collection([other, point]);
    expect(items).toMatchObject([{ point: [121, 31] }]);
    expect(left_out).toEqual([{ what: 'empty', count: 1 }]);
  });
  it('says of coordinates that are none that they are, and takes the others', () => {
    const { items } = collection([{ type: 'Feature', geometry: { type: 'LineString', coordinates: 5 } }, point]);
    expect(items).toMatchObject([{ why: 'geoCoordinates' }, { point: [121, 31] }]);
  });
  const named = (name: string) => ({ type: 'name', properties: { name } });
  it.each([
    named('urn:ogc:def:crs:OGC:1.3:CRS84'),
    named('EPSG:4326'),
    named('urn:ogc:def:crs:EPSG::4326'),
    { type: 'EPSG', properties: { code: 4326 } },
    null,
  ])('is in degrees by %o', (crs) => {
    expect(collection([point], { crs }).items).toHaveLength(1);
  });
  it.each([
    named('EPSG:3857'),
    named('urn:ogc:def:crs:EPSG::3857'),
    named('EPSG:14326'),
    { type: 'link', properties: { href: 'http://x/' } },
    'x',
  ])('is refused by %o', (crs) => {
    expect(() => collection([point], { crs })).toThrow(expect.objectContaining({ code: 'geoSystem' }));
    expect(() => collection([{ ...point, crs }])).toThrow(expect.objectContaining({ code: 'geoSystem' }));
  });
});

it.each(['', ' \n', '\ufeff'])('says of a file of nothing that it is empty', (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'geoBlank' }));
});

it('reads a name as it is seen', () => {
  const name = 'Yard\u0000\n\u202eeast\u2066 \ud800';
  expect(json({ type: 'Point', coordinates: [1, 1] }, { name })?.name).toBe('Yard east');
  const mark = '<Placemark><name>Ya\u202erd\neast</name><Point><coordinates>1,1</coordinates></Point></Placemark>';
  expect(read(`<kml>${mark}</kml>`)[0]?.name).toBe('Yard east');
});
