import { z } from 'zod';
import { UploadedFile } from '../files/images.ts';
import { call, Id, Latitude, Line, Longitude } from '../kit/call.ts';
import { Outline } from '../lock/outline.ts';
import { fences } from './fences.ts';

export const geoLimits = { bytes: 2 * 1024 * 1024, items: 500, depth: 30 } as const;

/** What a file has drawn: a fence, a point of interest, or why it is neither. */
export const GeoItem = z.object({
  name: z.string(),
  outline: Outline.nullable(),
  point: z.tuple([z.number(), z.number()]).nullable(),
  /** a field error */
  why: z.string().nullable(),
});
export type GeoItem = z.output<typeof GeoItem>;
/** What a file has that becomes neither a fence nor a point of interest, as KML calls it; `empty`: something without a geometry known here. */
export const leftOutOf = [
  'NetworkLink',
  'GroundOverlay',
  'ScreenOverlay',
  'PhotoOverlay',
  'Model',
  'Track',
  'Tour',
  'empty',
] as const;
const LeftOut = z.object({ what: z.enum(leftOutOf), count: z.int() });
export type LeftOut = z.output<typeof LeftOut>;

export const geoFormats = ['geojson', 'kml'] as const;

const { fence_name, is_show, colour, alarm_on } = fences.add.input.shape;

/** Fences and points of interest from files of GeoJSON and KML, and into them. */
export const geoFiles = {
  /** What would come of a file; nothing does yet. A circle is a point with a radius, a line may have a width. */
  read: call({
    path: '/fence/readFile',
    title: { zh: '读取围栏文件', en: 'Read a file of fences' },
    permit: 'fence:import',
    business: null,
    input: z.object({ file: UploadedFile(geoLimits.bytes) }),
    output: z.object({ items: z.array(GeoItem), left_out: z.array(LeftOut) }),
  }),
  /** All of them or none. The fences are for all locks of the organisation and below. Points are for who may add them by themselves, too. */
  take: call({
    path: '/fence/import',
    title: { zh: '导入围栏', en: 'Import fences' },
    permit: 'fence:import',
    business: 'import',
    input: z.object({
      fences: z.array(z.object({ fence_name, outline: Outline })).max(geoLimits.items),
      interests: z
        .array(z.object({ interest_name: Line(60).min(1, { error: 'required' }), lng: Longitude, lat: Latitude }))
        .max(geoLimits.items),
      org_id: Id.optional(),
      is_show,
      colour,
      alarm_on,
    }),
    output: z.object({ fences: z.int(), interests: z.int() }),
  }),
  /** The fences of the list, or the chosen ones, and all points of interest, as one file; points are told to who may export them by themselves, too. */
  write: call({
    path: '/fence/writeFile',
    title: { zh: '导出围栏文件', en: 'Export fences as a map file' },
    permit: 'fence:export',
    business: 'export',
    input: z.object({
      format: z.enum(geoFormats),
      ids: z.array(Id).max(2000).optional(),
      /** points alone, without any fence */
      only: z.literal('interests').optional(),
    }),
    output: z.object({ name: z.string(), text: z.string() }),
  }),
};
