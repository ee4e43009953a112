import { baseMapFileBytes, baseMaps, keySealedFor, plainBaseMaps } from '@plomb/contract/basemaps/baseMaps';
import { tileOrigin } from '@plomb/contract/basemaps/tileAddress';
import type { Upload } from '@plomb/contract/files/images';
import type { InputOf } from '@plomb/contract/kit/call';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { crud, setStatus } from '../../platform/crud.ts';
import { type Files, useFile as keepFile } from '../../platform/files/files.ts';
import { foundOf } from '../../platform/files/found.ts';
import type { OpenFiles } from '../../platform/files/sending.ts';
import { ask } from '../../platform/messages/post.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { rootOnly, rootOnlyOf } from '../../platform/rootOnly.ts';
import { type Ctx, prepared, type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { NotTiles, readerOf, type TilesFacts, tilesOf } from './pmtilesFile.ts';
import { isScript, isVendor, keyBelongsTo, known, originsOf, type Source, sourceFault, tilesFor } from './rules.ts';
import { type Fetch, NotStyle, readStyle, type StyleFacts, withKey } from './styleFile.ts';

export interface BaseMapDeps {
  platform: Pool;
  callers: Pool;
  files: Files;
  vault: Vault;
  keys: PasswordKeys;
  /** that a file may have */
  megabytes(): number;
  /** networks of the house that the settings open */
  allowed: readonly string[];
}

const PMTILES = 'application/vnd.pmtiles';
const SECRET = 'base map key';
const HINT = 4;
/** Somebody waits with a form. */
const STYLE_MS = 5000;

const rows = sql`(select m.id, m.org_id, m.base_map_name, m.kind, m.path, m.url, m.tile_schema, m.datum, m.attribution, m.min_zoom, m.max_zoom,
    m.for_below, m.is_default, m.status, m.key_hint, m.create_time, m.key_hint <> '' as has_key, m.servers,
    m.rank, m.tried, m.tried_time, m.tried_ms, m.landmark_metres, f.bytes, o.org_name
  from base_map m join organisation o on o.id = m.org_id left join file f on f.id = m.path)`;

interface Kept extends Pick<Source, 'kind' | 'url'> {
  org_id: number;
  key_hint: string;
}

type Written = InputOf<typeof baseMaps.add>;
/** What is known of an input before there is a transaction: its key, and the style at its address. */
interface Made<W> {
  input: W;
  key: string | undefined;
  style: StyleFacts | null;
}

export const baseMapRoutes = ({ platform, callers, files, vault, keys, megabytes, allowed }: BaseMapDeps): Served[] => {
  const plain = crud(plainBaseMaps, {
    table: 'base_map',
    rows,
    search: ['base_map_name', 'attribution'],
    label: 'base_map_name',
    isOwned: true,
  });

  /** As it is kept: what its file or its vendor says is not typed. */
  const checked = async <S extends Source>(input: S, ctx: Ctx): Promise<S> => {
    if (input.kind !== 'upload') await rootOnly(ctx);
    let file: TilesFacts | null = null;
    if (input.path !== null) {
      const { rows } = await ctx.client.query<TilesFacts>(
        'select tile_schema, min_zoom, max_zoom from base_map_file where file_id = $1',
        [input.path],
      );
      if (!rows[0]) throw fieldRefusal('path', 'tileSource');
      file = rows[0];
    }
    const source = known(input, file);
    const fault = sourceFault(source);
    if (fault) throw fieldRefusal(fault.field, fault.error);
    return source;
  };

  const keep = async (
    ctx: Ctx,
    id: number,
    { path, kind, url }: Source,
    { key, style }: Pick<Made<unknown>, 'key' | 'style'>,
    kept: Kept | null,
  ): Promise<void> => {
    if (path !== null) await keepFile(ctx.client, path, `base map ${id}`);
    const needsKey = isVendor(kind) || url.includes('{key}');
    const isAnother = kept !== null && kept.key_hint !== '' && keyBelongsTo(kept) !== keyBelongsTo({ kind, url });
    if (needsKey && !key && (isAnother || !kept?.key_hint))
      throw fieldRefusal('secret', isAnother ? 'tileKey' : 'required');
    if (key) ctx.changed({ secret: '' }, { secret: 'x' });
    if (key || !needsKey)
      await ctx.client.query('update base_map set secret = $2, key_hint = $3 where id = $1', [
        id,
        needsKey && key ? vault.seal(SECRET, String(id), Buffer.from(key)) : null,
        // of a short one nothing is told
        needsKey && key ? (key.length > HINT * 3 ? key.slice(-HINT) : '…') : '',
      ]);
    await ctx.client.query('update base_map set style = $2, servers = $3 where id = $1', [
      id,
      style?.style ?? null,
      style?.servers ?? [],
    ]);
  };
  /** One of an organisation is what its maps open with. */
  const giveWay = (ctx: Ctx, orgId: number, id: number | null) =>
    ctx.client.query(
      'update base_map set is_default = false where org_id = $1 and is_default and id is distinct from $2',
      [orgId, id],
    );

  const fetchText: Fetch = async (address, most) => {
    const told = await ask(address, { allowed, timeoutMs: STYLE_MS, reads: most + 1 });
    if ('fault' in told) return told;
    if (told.status !== 200) return { fault: `HTTP ${told.status}` };
    return told.text.length > most ? { fault: `> ${most / 1000} KB` } : { text: told.text };
  };
  /** A style is read each time it is saved, with the key that is typed, or with the one that is kept for its server. */
  const made = async <W extends Written & { id?: number }>(
    { secret, ...input }: W,
    operator: SessionOperator,
  ): Promise<Made<Omit<W, 'secret'>>> => {
    const key = secret === undefined ? undefined : (await keys.open(keySealedFor, secret)).trim();
    if (input.kind !== 'style' || tileOrigin(input.url) === null) return { input, key, style: null };
    // nobody else has the product fetch something
    await rootOnlyOf(operator, callers);
    const style = await readStyle(input.url, key || (await keptKey(input.id, input)), fetchText).catch(
      (error: unknown) => {
        throw error instanceof NotStyle ? new Refusal(error.refusal, error.values) : error;
      },
    );
    return { input: { ...input, attribution: input.attribution || style.attribution }, key, style };
  };
  const keptKey = async (id: number | undefined, next: Pick<Source, 'kind' | 'url'>): Promise<string> => {
    const { rows } = await platform.query<Kept & { secret: Buffer | null }>(
      'select org_id, kind, url, key_hint, secret from base_map where id = $1',
      [id ?? 0],
    );
    const [kept] = rows;
    return kept?.secret && keyBelongsTo(kept) === keyBelongsTo(next)
      ? vault.open(SECRET, String(id), kept.secret).toString()
      : '';
  };

  return serve(baseMaps, {
    ...plain,
    add: prepared(baseMaps.add, made, async ({ input, ...rest }, ctx) => {
      const source = await checked(input, ctx);
      if (source.is_default) await giveWay(ctx, ctx.operator.orgId, null);
      const { id } = await plain.add(source, ctx);
      await keep(ctx, id, source, rest, null);
      return { id };
    }),
    update: prepared(baseMaps.update, made, async ({ input, ...rest }, ctx) => {
      const { rows } = await ctx.client.query<Kept>(
        'select org_id, kind, url, key_hint from base_map where id = $1 for update',
        [input.id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      const source = await checked(input, ctx);
      if (source.is_default) await giveWay(ctx, rows[0].org_id, input.id);
      const done = await plain.update(source, ctx);
      await keep(ctx, input.id, source, rest, rows[0]);
      return done;
    }),
    style: async ({ id }, { operator }) => {
      const { rows } = await platform.query<{ id: number; style: string | null; secret: Buffer | null }>(shownSql, [
        operator.orgId,
      ]);
      const found = rows.find((one) => one.id === id);
      if (!found?.style) throw new Refusal('notFound');
      return {
        style: withKey(found.style, found.secret ? vault.open(SECRET, String(id), found.secret).toString() : ''),
      };
    },
    status: (input, ctx) => setStatus('base_map', input, ctx),
    tried: async ({ id, tried, landmark_metres }, ctx) => {
      const { rowCount } = await ctx.client.query(
        `update base_map set tried = coalesce($2, tried), tried_ms = coalesce($3, tried_ms),
             tried_time = case when $2::text is null then tried_time else now() end, landmark_metres = coalesce($4, landmark_metres)
          where id = $1`,
        [id, tried?.found ?? null, tried?.ms ?? null, landmark_metres ?? null],
      );
      if (rowCount !== 1) throw new Refusal('notFound');
      return {};
    },
    order: async ({ ids }, ctx) => {
      const named = [...new Set(ids)];
      const { rowCount } = await ctx.client.query(
        'update base_map m set rank = n.rank from unnest($1::bigint[]) with ordinality n (id, rank) where m.id = n.id',
        [named],
      );
      if (rowCount !== named.length) throw new Refusal('notFound');
      return {};
    },
    upload: prepared(
      baseMaps.upload,
      async ({ file }: { file: Upload }, operator) => {
        const limit = megabytes();
        if (file.bytes > Math.min(baseMapFileBytes, limit * 1e6)) throw new Refusal('baseMapFileBytes', { limit });
        const facts = await tilesOf(readerOf(file.parts), file.bytes).catch((error: unknown) => {
          throw error instanceof NotTiles ? new Refusal(error.refusal) : error;
        });
        return { facts, laid: await files.layKnown(file, PMTILES, 'base_map', operator) };
      },
      async ({ facts, laid }, ctx) => {
        const path = await files.add(ctx, 'base_map', laid);
        const { tile_schema, min_zoom, max_zoom } = facts;
        await ctx.client.query(
          'insert into base_map_file (file_id, org_id, tile_schema, min_zoom, max_zoom) values ($1, $2, $3, $4, $5)',
          [path, ctx.operator.orgId, ...[tile_schema, min_zoom, max_zoom]],
        );
        ctx.note(laid.content.sha256);
        return { path, bytes: laid.content.bytes, ...facts };
      },
    ),
    shown: async (_, { operator }) => {
      const { rows } = await platform.query<
        Source & {
          id: number;
          base_map_name: string;
          attribution: string;
          is_default: boolean;
          secret: Buffer | null;
          style: string | null;
          depth: number;
        }
      >(shownSql, [operator.orgId]);
      // the nearest organisation that has one says what maps open with
      const first = rows.find((one) => one.is_default)?.id;
      return {
        rows: rows.map(({ secret, depth: _depth, style: _style, path, url, ...row }) => {
          const key = secret ? vault.open(SECRET, String(row.id), secret).toString() : '';
          return {
            ...row,
            is_default: row.id === first,
            tiles: tilesFor({ kind: row.kind, path, url }, key),
            // it is asked for an address with it
            key: row.kind === 'google' || isScript(row.kind) ? key : '',
          };
        }),
      };
    },
  });
};

/** Of an organisation, and what those above it share, the nearest first. Those above may be out of sight. */
const shownSql = `
  with recursive up as (
    select id, parent_id, 0 as depth from organisation where id = $1
    union all select o.id, o.parent_id, up.depth + 1 from organisation o join up on o.id = up.parent_id)
  select m.id, m.base_map_name, m.kind, m.path, m.url, m.tile_schema, m.datum, m.attribution, m.min_zoom, m.max_zoom, m.is_default,
      m.secret, m.style, up.depth
    from base_map m join up on up.id = m.org_id
   where m.status = 1 and (up.depth = 0 or m.for_below) order by up.depth, m.rank, m.base_map_name, m.id`;

/** Uploaded files of base maps that are in use: whoever was told the path may read parts of them. */
export const openBaseMaps = (callers: Pool): OpenFiles => ({
  path: '/basemap',
  // another file has another id
  cache: 'private, max-age=31536000, immutable',
  // maps that are open ask for one that was switched off, tile by tile, until they hear of it
  async find(id) {
    const { rows } = await callers.query(
      foundOf(
        'false',
        `(select f.*, exists (select from base_map m where m.path = f.id and m.status = 1) as is_on
            from file f where f.id = $1 and f.purpose = 'base_map') f`,
        'f.is_on',
      ),
      [id],
    );
    const [found] = rows;
    return !found || found.is_on ? (found ?? null) : 'off';
  },
  fetched: async () => undefined,
});

/** Servers that pages may fetch tiles from: those of base maps in use, and no others. */
export const tileOrigins = async (platform: Pool): Promise<string[]> => {
  const { rows } = await platform.query<Pick<Source, 'kind' | 'url'> & { servers: string[] }>(
    "select distinct kind, url, servers from base_map where status = 1 and kind <> 'upload'",
  );
  return [...new Set(rows.flatMap(originsOf))].sort();
};
