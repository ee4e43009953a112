import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const baseMapRefusals = {
  baseMapFile: refusal(
    'validation',
    '不是 PMTiles（第 3 版）文件，或文件不完整',
    'This is no PMTiles file of version 3, or it is not whole',
  ),
  baseMapTiles: refusal(
    'validation',
    '瓦片的格式或压缩方式无法显示：支持 gzip 压缩的 MVT，以及 PNG、JPEG、WebP',
    'Its tiles are of a kind that cannot be shown: MVT, plain or in gzip, PNG, JPEG and WebP can',
  ),
  baseMapLayers: refusal(
    'validation',
    '矢量图层既不是 OpenMapTiles 也不是 Protomaps 的命名，无法绘制',
    'Its vector layers are named neither as OpenMapTiles nor as Protomaps names them, so nothing could be drawn',
  ),
  baseMapStyleAway: refusal('validation', '{address} 未能读取：{fault}', '{address} could not be read: {fault}'),
  baseMapStyle: refusal(
    'validation',
    '不是可以绘制的样式（MapLibre 样式，第 8 版）：{why}',
    'This is no style that can be drawn (of MapLibre, version 8): {why}',
  ),
  baseMapStyleAddress: refusal(
    'validation',
    '样式引用了不能使用的地址：{address}。只能是 http 或 https，服务器名中不含占位符',
    'The style names an address that may not be used: {address}. It has to be http or https, with nothing in braces in the name of its server',
  ),
  baseMapFileBytes: refusal('validation', '底图文件最大 {limit} MB', 'A base map file has {limit} MB at most'),
} as const satisfies Refusals;

export const baseMapFieldErrors = {
  tileUrl: {
    zh: '请填写以 https:// 开头的地址，服务器名中不含占位符和用户名；占位符只有 {z} {x} {y} {key}',
    en: 'Enter an address that begins with https://, with nothing in braces and no user in the name of its server; in braces stand z, x, y or key alone',
  },
  tileNames: { zh: '瓦片地址须含 {z}、{x}、{y}', en: 'An address of tiles has {z}, {x} and {y}' },
  tileSource: { zh: '请上传文件，或填写地址', en: 'Upload a file, or enter an address' },
  tileDatum: {
    zh: '此坐标系只用于栅格瓦片：矢量瓦片须为 WGS-84',
    en: 'Pictures alone may be of this datum: vector tiles are WGS-84',
  },
  tileSchema: { zh: '与来源不符', en: 'This does not go with where it comes from' },
  tileZooms: { zh: '不得小于最小级别', en: 'It is not below the smallest zoom' },
  tileKey: { zh: '地址或来源已更改，请重新输入密钥', en: 'The address or the source is another one: enter its key' },
} as const satisfies FieldErrors;
