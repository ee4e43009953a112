import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { UploadedFile } from '../files/images.ts';
import { call, EnableStatus, Id, Line, Nothing, Time } from '../kit/call.ts';
import { Sealed } from '../kit/person.ts';
import { resource, statusCall } from '../kit/resource.ts';
import { isTileAddress } from './tileAddress.ts';

/** No uploaded file is larger, whatever the parameter says. */
export const baseMapFileBytes = 20_000_000_000;

/** Where a base map comes from: a file that the product serves, a style or tiles at an address, or a vendor by its key. */
export const baseMapKinds = [
  'upload',
  'style',
  'pmtiles',
  'vector',
  'raster',
  'tianditu',
  'google',
  'amap',
  'baidu',
] as const;
export type BaseMapKind = (typeof baseMapKinds)[number];
/** By an address of somebody's server; others know theirs. */
export const addressKinds = ['style', 'pmtiles', 'vector', 'raster'] as const satisfies readonly BaseMapKind[];
export const vendorKinds = ['tianditu', 'google', 'amap', 'baidu'] as const satisfies readonly BaseMapKind[];
/** Drawn by the vendor's own script, in a frame without rights that lies below the map. */
export const scriptKinds = ['amap', 'baidu'] as const satisfies readonly (typeof vendorKinds)[number][];
export type ScriptKind = (typeof scriptKinds)[number];

/** In what its tiles are drawn where that is mainland China; positions are WGS-84, always. */
export const datums = ['wgs84', 'gcj02', 'bd09'] as const;
export type Datum = (typeof datums)[number];
/** That of a vendor's roads; Tianditu's CGCS2000 differs from WGS-84 by centimetres. */
export const vendorDatum = {
  tianditu: 'wgs84',
  google: 'gcj02',
  amap: 'gcj02',
  baidu: 'bd09',
} as const satisfies Record<(typeof vendorKinds)[number], Datum>;

/** Tiles that are entered by their address may be drawn in; BD-09 has a grid of its own, which Baidu's script alone knows. */
export const tileDatums = ['wgs84', 'gcj02'] as const satisfies readonly Datum[];

/** What its tiles hold: pictures, layers by the names of OpenMapTiles or of Protomaps, which our own styles draw, or what a style of its own draws. */
export const tileSchemas = ['raster', 'openmaptiles', 'protomaps', 'style'] as const;
export type TileSchema = (typeof tileSchemas)[number];

/** What a browser found that tried one: it is drawn; it answers and has no tile there; it does not take the key; it does not answer. */
export const trials = ['works', 'empty', 'refused', 'away'] as const;
export type Trial = (typeof trials)[number];
/** So many are put in order at once. */
const mostInOrder = 100;
const Metres = z.int().min(0).max(100_000);
const Milliseconds = z.int().min(0).max(600_000);

const Zoom = z.int().min(0).max(22);
const write = {
  base_map_name: Line(60).min(1, { error: 'required' }),
  kind: z.enum(baseMapKinds),
  /** the file, as it was uploaded; null: it is no file of ours */
  path: FileId.nullable(),
  /** of tiles, with {z}, {x} and {y}, of a PMTiles file or of a style; {key} stands for the key. '' = the kind knows */
  url: Line(500).refine((url) => url === '' || isTileAddress(url), { error: 'tileUrl' }),
  tile_schema: z.enum(tileSchemas),
  /** of pictures alone may it be GCJ-02 */
  datum: z.enum(datums),
  /** whose data these are, as their licence asks it to be said; plain text */
  attribution: Line(200),
  min_zoom: Zoom,
  max_zoom: Zoom,
  /** organisations below may use it, too */
  for_below: z.boolean(),
  /** maps of its organisation, and of those below that have none of their own, open with it */
  is_default: z.boolean(),
};
const title = { zh: '底图', en: 'base map' };
/** Without what nobody reads again. */
export const plainBaseMaps = resource({
  path: 'baseMap',
  menu: 'baseMap',
  title,
  row: {
    ...write,
    status: EnableStatus,
    has_key: z.boolean(),
    /** its last signs */
    key_hint: z.string(),
    /** of the uploaded file; null: there is none */
    bytes: z.int().nullable(),
    /** that its style names: of other kinds the address says it */
    servers: z.array(z.string()),
    /** its place in the order in which maps follow when one does not come; null: behind those that have one */
    rank: z.int().nullable(),
    /** how it was found when it was tried last, from its source of now; null: it was not */
    tried: z.enum(trials).nullable(),
    tried_time: Time.nullable(),
    tried_ms: Milliseconds.nullable(),
    /** how far from a known place it drew that place; null: nobody has looked */
    landmark_metres: Metres.nullable(),
    org_id: Id,
    org_name: z.string(),
    create_time: Time,
  },
  write,
  filter: { status: EnableStatus.optional(), kind: z.enum(baseMapKinds).optional() },
  sort: ['base_map_name', 'create_time'],
});
/** For which call a key is sealed, whichever of the two carries it: a form does not say. */
export const keySealedFor = plainBaseMaps.add.path;
/** absent: it stays as it is */
const secret = { secret: Sealed.optional() };

/**
 * What lies below the locks on a map. Addresses of other servers are entered by the root organisation alone: the page that may
 * fetch from them is everybody's. A file is anybody's own.
 */
export const baseMaps = {
  ...plainBaseMaps,
  add: call({ ...plainBaseMaps.add, input: plainBaseMaps.add.input.extend(secret) }),
  update: call({ ...plainBaseMaps.update, input: plainBaseMaps.update.input.extend(secret) }),
  status: statusCall('baseMap', 'baseMap', title),
  /** What a browser found: maps are fetched by browsers, so no server can say for them whether they come. */
  tried: call({
    path: '/baseMap/tried',
    title: { zh: '记录底图检测结果', en: 'Keep how a base map was found' },
    permit: 'baseMap:update',
    business: 'update',
    input: z.object({
      id: Id,
      tried: z.object({ found: z.enum(trials), ms: Milliseconds }).optional(),
      landmark_metres: Metres.optional(),
    }),
    output: Nothing,
  }),
  /** In which order maps follow when one does not come: these first, as they are named, then the others. */
  order: call({
    path: '/baseMap/order',
    title: { zh: '调整底图顺序', en: 'Put base maps in order' },
    permit: 'baseMap:update',
    business: 'update',
    input: z.object({ ids: z.array(Id).min(1).max(mostInOrder) }),
    output: Nothing,
  }),
  /** A PMTiles file of version 3. What no base map names a day later is gone. */
  upload: call({
    path: '/baseMap/upload',
    title: { zh: '上传底图文件', en: 'Upload a base map file' },
    permit: 'baseMap:add',
    business: 'insert',
    input: z.object({ file: UploadedFile(baseMapFileBytes) }),
    output: z.object({
      path: FileId,
      bytes: z.int(),
      tile_schema: z.enum(tileSchemas),
      min_zoom: Zoom,
      max_zoom: Zoom,
    }),
  }),
  /** How one draws itself, as its address said when it was saved, the key put in. */
  style: call({
    path: '/baseMap/style',
    title: { zh: '底图样式', en: 'Style of a base map' },
    permit: 'session',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ style: z.string() }),
  }),
  /** Those that the caller's maps offer: its organisation's, and what those above it share, in the order in which they follow. The offline map is always there. */
  shown: call({
    path: '/baseMap/shown',
    title: { zh: '可用底图', en: 'Base maps to choose from' },
    permit: 'session',
    onWalls: true,
    business: null,
    input: z.object({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          base_map_name: z.string(),
          kind: z.enum(baseMapKinds),
          tile_schema: z.enum(tileSchemas),
          datum: z.enum(datums),
          attribution: z.string(),
          min_zoom: Zoom,
          max_zoom: Zoom,
          /** what a map opens with */
          is_default: z.boolean(),
          /** of tiles, lowest first, or of one PMTiles file, the key put in; none: its style says it, or the vendor's interface is asked with `key` */
          tiles: z.object({ zh: z.array(z.string()), en: z.array(z.string()) }),
          /** of vendors whose interface asks for it */
          key: z.string(),
        }),
      ),
    }),
  }),
};
