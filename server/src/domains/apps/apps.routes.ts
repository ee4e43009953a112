import { appInstallations } from '@plomb/contract/apps/appInstallations';
import { type AppStep, appSteps } from '@plomb/contract/apps/appSteps';
import { appFileBytes, appVersions } from '@plomb/contract/apps/appVersions';
import type { Upload } from '@plomb/contract/files/images';
import { type RawBuilder, sql } from 'kysely';
import type { AddressLimit } from '../../platform/addressLimit.ts';
import { crud, cursor, isOneOf, matches } from '../../platform/crud.ts';
import { type Files, useFile as keepFile } from '../../platform/files/files.ts';
import type { Pools } from '../../platform/postgres/pools.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { rootOnly, rootOnlyOf } from '../../platform/rootOnly.ts';
import { type Ctx, prepared, type Served, serve } from '../../platform/serve.ts';
import { isApk } from './apk.ts';
import { noteHandset } from './installations.ts';
import { upgradeOf } from './rules.ts';

const APK = 'application/vnd.android.package-archive';

interface Deps {
  pools: Pick<Pools, 'callers' | 'platform'>;
  files: Files;
  /** that a package may have */
  megabytes(): number;
  /** where people and handsets find us; '' = not known, an address begins with `/` */
  origin: string;
  /** how often one address may ask */
  limit: AddressLimit;
  networkOf(address: string): string;
  /** refuses whoever has not shown lately that it is them */
  confirmed(ctx: Ctx): Promise<void>;
}

interface Named {
  app_name: string;
  platform: string;
  app_version: string;
}
const called = ({ app_name, platform, app_version }: Named): string => `${app_name} ${platform} ${app_version}`;

/** Of a new version, or of a draft: what it names is there, and it is fetched in one way. */
const checkSource = async (
  input: Named & { path: string | null; url: string },
  { client }: Pick<Ctx, 'client'>,
): Promise<void> => {
  const { app_name, platform, path, url } = input;
  const { rowCount } = await client.query(
    `select from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.dict_code = 'mobile_app' and i.item_code = $1 and i.enabled`,
    [app_name],
  );
  if (rowCount === 0) throw fieldRefusal('app_name', 'choice');
  if (platform === 'ios' && path !== null) throw fieldRefusal('path', 'appStoreOnly');
  if ((path === null) === (url === '')) throw fieldRefusal(path === null ? 'path' : 'url', 'appSource');
  if (path === null) return;
  const file = await client.query("select from file where id = $1 and purpose = 'app'", [path]);
  if (file.rowCount === 0) throw fieldRefusal('path', 'appSource');
};

/** Held: nobody publishes what is being changed. */
const drafts = async (ids: readonly number[], { client }: Ctx): Promise<void> => {
  const { rows } = await client.query<{ state: string }>(
    'select state from app_version where id = any($1) order by id for update',
    [ids],
  );
  if (rows.length !== new Set(ids).size) throw new Refusal('notFound');
  if (rows.some(({ state }) => state !== 'draft')) throw new Refusal('appVersionFixed');
};

const take = async (step: AppStep, id: number, ctx: Ctx): Promise<Record<string, never>> => {
  await rootOnly(ctx);
  const { client, operator } = ctx;
  const { from, to } = appSteps[step];
  const { rows } = await client.query<Named & { state: string }>(
    'select app_name, platform, app_version, state from app_version where id = $1 for update',
    [id],
  );
  const one = rows[0];
  if (!one) throw new Refusal('notFound');
  ctx.note(called(one));
  if (one.state !== from) throw new Refusal('appStep');
  await client.query(`update app_version set state = $2, ${step}_name = $3, ${step}_time = now() where id = $1`, [
    id,
    to,
    operator.operName,
  ]);
  ctx.changed({ state: from }, { state: to });
  return {};
};

export const appRoutes = (deps: Deps): Served[] => [...versionRoutes(deps), ...installationRoutes];

const versionRoutes = ({ pools, files, megabytes, origin, limit, networkOf, confirmed }: Deps): Served[] => {
  const plain = crud(appVersions, {
    table: 'app_version',
    rows: sql`(select v.*, f.sha256, f.bytes, (select count(*) from app_installation i where i.app_name = v.app_name
        and i.platform = v.platform and i.app_version = v.app_version) as installations
      from app_version v left join file f on f.id = v.path)`,
    search: ['app_version', 'name', 'notes_zh', 'notes_en'],
    label: 'app_version',
    isOwned: true,
  });
  return serve(appVersions, {
    ...plain,
    add: async (input, ctx) => {
      await rootOnly(ctx);
      await checkSource(input, ctx);
      const { id } = await plain.add(input, ctx);
      await ctx.client.query('update app_version set oper_name = $2 where id = $1', [id, ctx.operator.operName]);
      if (input.path) await keepFile(ctx.client, input.path, `app version ${id}`);
      ctx.note(called(input));
      return { id };
    },
    update: async (input, ctx) => {
      await rootOnly(ctx);
      await drafts([input.id], ctx);
      await checkSource(input, ctx);
      const done = await plain.update(input, ctx);
      if (input.path) await keepFile(ctx.client, input.path, `app version ${input.id}`);
      ctx.note(called(input));
      return done;
    },
    delete: async (input, ctx) => {
      await rootOnly(ctx);
      await drafts(input.ids, ctx);
      return plain.delete(input, ctx);
    },
    upload: prepared(
      appVersions.upload,
      async ({ file }: { file: Upload }, operator) => {
        // before anything is laid: what is refused later lies in the storage for a day
        await rootOnlyOf(operator, pools.callers);
        const most = megabytes();
        if (file.bytes > Math.min(appFileBytes, most * 1024 * 1024)) throw new Refusal('appFileBytes', { limit: most });
        if (!(await isApk(file.parts, file.bytes))) throw new Refusal('appFile');
        return files.layKnown(file, APK, 'app', operator);
      },
      async (laid, ctx) => {
        await rootOnly(ctx); // again, in its own transaction
        const { sha256, bytes } = laid.content;
        ctx.note(sha256);
        return { path: await files.add(ctx, 'app', laid), sha256, bytes };
      },
    ),
    // every handset of the house installs it: not from a console that somebody left open
    publish: async ({ id }, ctx) => {
      await confirmed(ctx);
      return take('publish', id, ctx);
    },
    withdraw: ({ id }, ctx) => take('withdraw', id, ctx),
    check: async ({ app_name, platform, app_version, installation }, { address, lang }) => {
      await limit.claim(address);
      const { rows } = await pools.callers.query<Published>(
        `select v.app_version, v.name, v.notes_zh, v.notes_en, v.force_update, v.path, v.url, f.sha256, f.bytes
           from app_version v left join file f on f.id = v.path
          where v.app_name = $1 and v.platform = $2 and v.state = 'published' and v.number > string_to_array($3, '.')::integer[]`,
        [app_name, platform, app_version],
      );
      const offer = upgradeOf(rows, app_version);
      if (installation && (await isKnown(app_name, pools)))
        await noteHandset(
          pools.platform,
          {
            app_name,
            platform,
            app_version,
            installation,
            offer: offer?.app_version ?? null,
            network: networkOf(address),
          },
          Date.now(),
        );
      if (!offer) return { upgrade: null };
      const { path, url, notes_zh, notes_en, ...told } = offer;
      const query = installation ? `?installation=${installation}` : '';
      return {
        upgrade: {
          ...told,
          notes: lang === 'zh' ? notes_zh : notes_en,
          url: path === null ? url : `${origin}/app/${path}${query}`,
        },
      };
    },
  });
};

interface Published {
  app_version: string;
  name: string;
  notes_zh: string;
  notes_en: string;
  force_update: boolean;
  path: string | null;
  url: string;
  sha256: string | null;
  bytes: number | null;
}

/** Records are of apps that somebody gives out: a stranger makes up ids, and no apps beside. */
const isKnown = async (app: string, { callers }: Deps['pools']): Promise<boolean> =>
  (await callers.query("select from app_version where app_name = $1 and state <> 'draft' limit 1", [app])).rowCount !==
  0;

const state = sql`case when offered_version = '' then 'none'
  when string_to_array(app_version, '.')::integer[] >= string_to_array(offered_version, '.')::integer[] then 'upgraded'
  when fetched_time is not null then 'fetched' else 'offered' end`;
const rows = sql`(select id, app_name, platform, installation::text as installation, app_version, former_version, offered_version,
  ${state} as state, offered_time, fetched_time, version_time, last_time, create_time from app_installation) as i`;

interface Filter {
  state?: unknown;
  platform?: unknown;
  app_version?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`id < ${f.before}`);
  if (f.ids) terms.push(sql`id = any(${f.ids})`);
  if (f.state) terms.push(isOneOf(sql`state`, f.state));
  if (f.platform) terms.push(isOneOf(sql`platform`, f.platform));
  if (f.app_version) terms.push(sql`app_version = ${f.app_version}`);
  if (f.keyword)
    terms.push(
      sql`(${matches(sql`installation`, f.keyword)} or ${matches(sql`app_version`, f.keyword)} or ${matches(sql`offered_version`, f.keyword)})`,
    );
  return sql`where ${sql.join(terms, sql` and `)}`;
};

const installationRoutes = serve(appInstallations, {
  list: async (input, { db }) => {
    const { rows: all } = await sql<never>`select * from ${rows} ${where(input)}
      order by id desc limit ${input.size + 1}`.execute(db);
    return { rows: all.slice(0, input.size), more: all.length > input.size };
  },
  detail: async ({ id }, { db }) => {
    const { rows: found } = await sql<never>`select * from ${rows} where id = ${id}`.execute(db);
    if (!found[0]) throw new Refusal('notFound');
    return found[0];
  },
  export: (input, ctx) => cursor(ctx, sql`select * from ${rows} ${where(input)} order by id desc`),
});
