import type { Outline } from '@plomb/contract/lock/outline';
import { fenceLimits, outlineFault } from '@plomb/contract/lock/outline';
import { geoFiles, geoLimits } from '@plomb/contract/map/geoFiles';
import { interests as interestCalls } from '@plomb/contract/map/interests';
import { wholeOf } from '../../platform/files/files.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { prepared, type Served, serve } from '../../platform/serve.ts';
import { addFence, ownerOf } from './fences.routes.ts';
import { type GeoRow, geoJsonOf, kmlOf, readGeoFile } from './geoFiles.ts';

/** Of each kind in one file: it is made in memory. */
const MOST_WRITTEN = 2000;

const check = (outline: Outline, at: number): void => {
  const fault = outlineFault(outline, fenceLimits);
  if (fault) throw fieldRefusal(`fences.${at}.outline`, fault);
};

export const geoFileRoutes: Served[] = serve(geoFiles, {
  read: prepared(
    geoFiles.read,
    async ({ file }) => {
      if (file.bytes > geoLimits.bytes) throw new Refusal('geoTooLarge', { limit: geoLimits.bytes / 1024 / 1024 });
      return readGeoFile(await wholeOf(file));
    },
    async (read) => read,
  ),
  async take({ fences, interests, org_id, is_show, colour, alarm_on }, ctx) {
    // no other way in than by itself
    if (interests.length > 0 && !ctx.operator.grants.has(interestCalls.add.permit)) throw new Refusal('noPermission');
    const orgId = ownerOf(ctx, org_id);
    for (const [at, { outline }] of fences.entries()) check(outline, at);
    ctx.note(
      [...fences.map(({ fence_name }) => fence_name), ...interests.map(({ interest_name }) => interest_name)]
        .slice(0, 20)
        .join(', '),
    );
    const alike = {
      is_show,
      colour,
      alarm_on,
      bound: 'all' as const,
      schedule: null,
      device_ids: [],
      device_type_ids: [],
    };
    for (const one of fences) await addFence(ctx, orgId, 1, { ...alike, ...one });
    await ctx.client.query(
      `insert into interest (org_id, interest_name, lng, lat, is_show_map)
       select $1, name, lng, lat, $5 from unnest($2::text[], $3::float8[], $4::float8[]) as u(name, lng, lat)`,
      [
        orgId,
        interests.map(({ interest_name }) => interest_name),
        interests.map(({ lng }) => lng),
        interests.map(({ lat }) => lat),
        is_show,
      ],
    );
    return { fences: fences.length, interests: interests.length };
  },
  async write({ format, ids, only }, { client, operator }) {
    const mayPoints = operator.grants.has(interestCalls.export.permit);
    if (only && !mayPoints) throw new Refusal('noPermission');
    const { rows } = await client.query<GeoRow>(
      `select fence_name as name, fence_context as geometry, radius from fence
        where ($1::bigint[] is null or id = any($1)) and not $2 order by id limit ${MOST_WRITTEN + 1}`,
      [ids ?? null, only !== undefined],
    );
    if (ids && rows.length !== new Set(ids).size) throw new Refusal('notFound');
    const points = await client.query<GeoRow>(
      `select interest_name as name, jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(lng, lat)) as geometry,
         null::float8 as radius from interest where $1::bigint[] is null and $2 order by id limit ${MOST_WRITTEN + 1}`,
      [ids ?? null, mayPoints],
    );
    if (rows.length > MOST_WRITTEN || points.rows.length > MOST_WRITTEN)
      throw new Refusal('tooManyRows', { limit: MOST_WRITTEN });
    const all = [...rows, ...points.rows];
    return { name: `${only ?? 'fences'}.${format}`, text: format === 'kml' ? kmlOf(all) : geoJsonOf(all) };
  },
});
