import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';

/** Streets of a town that is made up (`console/basemap/demoStreets.ts`), as an organisation uploads its own; its maps open with them. */
export const seedBaseMaps = async (db: ClientBase, org: number): Promise<void> => {
  const bytes = readFileSync(`${import.meta.dirname}/streets.pmtiles`);
  const path = randomBytes(18).toString('base64url');
  await db.query(
    `with who as (select id from operator where login_name = 'demo'),
       c as (insert into file_content (sha256, bytes, inline) values ($2, $3, $4) returning sha256)
     insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
     select $5, $1, who.id, 'base_map', 'application/vnd.pmtiles', c.sha256, $3 from c, who`,
    [org, createHash('sha256').update(bytes).digest('hex'), bytes.length, bytes, path],
  );
  const { rows } = await db.query<{ id: number }>(
    `with f as (insert into base_map_file (file_id, org_id, tile_schema, min_zoom, max_zoom) values ($2, $1, 'openmaptiles', 0, 13))
     insert into base_map (org_id, base_map_name, kind, path, tile_schema, datum, attribution, min_zoom, max_zoom, for_below, is_default)
     values ($1, '演示街道', 'upload', $2, 'openmaptiles', 'wgs84', 'Plomb', 0, 13, true, true) returning id`,
    [org, path],
  );
  await db.query("insert into file_use (file_id, used_by) values ($1, 'base map ' || $2)", [path, rows[0]!.id]);
};
