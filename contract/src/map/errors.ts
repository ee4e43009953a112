import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const mapRefusals = {
  geoUnreadable: refusal(
    'fail',
    '无法读取该文件：需为 UTF-8 编码的 GeoJSON 或 KML，且不含文档类型声明',
    'The file cannot be read: it has to be GeoJSON or KML in UTF-8, without a document type of its own',
  ),
  geoTooLarge: refusal('fail', '文件最大 {limit} MB', 'A file has {limit} MB at most'),
  geoTooMany: refusal('fail', '一个文件最多 {limit} 个图形', 'A file has {limit} outlines and points at most'),
  geoEmpty: refusal('fail', '文件中没有围栏或兴趣点', 'There is no fence and no point of interest in the file'),
} as const satisfies Refusals;

export const mapFieldErrors = {
  geoCoordinates: {
    zh: '坐标不正确：须为经度、纬度（WGS-84）',
    en: 'Its coordinates are none: longitude and latitude in degrees (WGS-84)',
  },
  geoHole: { zh: '多边形带孔，不能作为围栏', en: 'A polygon with a hole cannot be a fence' },
} as const satisfies FieldErrors;
