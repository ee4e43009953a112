import { describe, expect, it } from 'vitest';
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
