import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const mapRefusals = {
  geoNotText: refusal(
    'fail',
    '该文件不是 UTF-8 文本（KMZ 须先解压为 KML）',
    'The file is no text in UTF-8 (of a KMZ, the KML in it has to be unpacked first)',
  ),
  geoNotJson: refusal('fail', '第 {line} 行不是有效的 JSON', 'It is no JSON at line {line}'),
  geoNotXml: refusal('fail', '第 {line} 行不是有效的 XML', 'It is no XML at line {line}'),
  geoEntities: refusal(
    'fail',
    '第 {line} 行声明或使用了文档类型（DTD）或实体，这样的文件一律拒绝',
    'At line {line} it has a document type (DTD) or entities of its own: such files are refused',
  ),
  geoTooDeep: refusal('fail', '嵌套超过 {limit} 层', 'It is nested deeper than {limit} levels'),
  geoUnreadable: refusal('fail', '该文件不是 GeoJSON 或 KML', 'The file is neither GeoJSON nor KML'),
  geoElsewhere: refusal(
    'fail',
    '文件中只有 {count} 个指向其他文件的链接（NetworkLink），不会读取它们',
    'There is nothing in it but links to other files (NetworkLink: {count}), which are not followed',
  ),
  geoTooLarge: refusal('fail', '文件最大 {limit} MB', 'A file has {limit} MB at most'),
  geoTooMany: refusal('fail', '一个文件最多 {limit} 个图形', 'A file has {limit} outlines and points at most'),
  geoBlank: refusal('fail', '文件是空的', 'The file is empty'),
  geoSystem: refusal(
    'fail',
    '文件的坐标系不是 WGS-84（EPSG:4326 或 CRS84），须先转换',
    'The coordinates in the file are not in WGS-84 (EPSG:4326 or CRS84) and have to be converted first',
  ),
  geoEmpty: refusal('fail', '文件中没有围栏或兴趣点', 'There is no fence and no point of interest in the file'),
} as const satisfies Refusals;

export const mapFieldErrors = {
  geoCoordinates: {
    zh: '坐标不是数字：须为经度、纬度（WGS-84）',
    en: 'Its coordinates are no numbers: longitude and latitude in degrees (WGS-84)',
  },
  geoRange: {
    zh: '坐标超出范围：经度 ±180，纬度 ±90',
    en: 'Its coordinates are out of range: longitude within ±180, latitude within ±90',
  },
  geoHole: { zh: '多边形带孔，不能作为围栏', en: 'A polygon with a hole cannot be a fence' },
} as const satisfies FieldErrors;
