import { paramSchema } from '@plomb/contract/kit/param';
import { inBoth } from '@plomb/contract/kit/text';
import { params as calls, type Param, type ParamName, paramNames, paramSeed } from '@plomb/contract/params';
import type { z } from 'zod';
import { Refusal } from '../../../platform/refusal.ts';
import { isOfRoot, rootOnly } from '../../../platform/rootOnly.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../../platform/serve.ts';
import { checkRead } from '../../../platform/version.ts';
import type { Params } from './store.ts';

interface Deps {
  params: Params;
  /** parameters changed here: consoles that obey them should know */
  changed(): void;
}

interface Kept {
  id: number;
  param_name: ParamName;
  param_text: string | null;
  remark: string;
  change_time: string | null;
  changed_by: string;
  version: string;
}

/** A fingerprint of what the form of a parameter writes. */
const versionColumn = 'md5(row(param_text, remark)::text) as version';

type Filter = z.output<typeof calls.list.input>;

export const paramRoutes = ({ params, changed }: Deps): Served[] => {
  /** every parameter of this release, in its own order */
  const rowsOf = async (f: Filter, ctx: Ctx) => {
    const { rows } = await ctx.client.query<Kept>(
      `select id, param_name, param_text, remark, change_time, changed_by, ${versionColumn}
       from param where param_name = any($1)`,
      [paramNames],
    );
    const keyword = (f.keyword ?? '').toLowerCase();
    return rows
      .toSorted((a, b) => paramNames.indexOf(a.param_name) - paramNames.indexOf(b.param_name))
      .map((r): Param => {
        const default_text = params.defaultText(r.param_name);
        return { ...r, param_text: r.param_text ?? default_text, default_text, changed: r.param_text !== null };
      })
      .filter((r) => f.changed === undefined || r.changed === f.changed)
      .filter((r) => f.group === undefined || paramSeed(r.param_name).group === f.group)
      .filter((r) => {
        const { title, description } = paramSeed(r.param_name);
        const words = [r.param_name, r.param_text, r.remark, title.zh, title.en, description.zh, description.en];
        return words.some((w) => w.toLowerCase().includes(keyword));
      });
  };

  const write = async (
    ctx: Ctx,
    name: ParamName,
    text: string | null,
    remark: string | null,
    version?: string | undefined,
  ): Promise<void> => {
    const before = await ctx.client.query<{ param_text: string | null; remark: string; version: string }>(
      `select param_text, remark, ${versionColumn} from param where param_name = $1 for update`,
      [name],
    );
    const kept = before.rows[0];
    if (!kept) throw new Refusal('notFound');
    await checkRead(ctx, calls.update, ['param_name', name], version, kept.version);
    await ctx.client.query(
      `update param set param_text = $2, remark = coalesce($3, remark), change_time = now(), changed_by = $4
       where param_name = $1`,
      [name, text, remark, ctx.operator.operName],
    );
    const fallback = params.defaultText(name);
    ctx.changed(
      { [name]: kept.param_text ?? fallback, remark: kept.remark },
      { [name]: text ?? fallback, remark: remark ?? kept.remark },
    );
    ctx.afterCommit(() => params.put(name, text));
  };

  return serve(calls, {
    list: async (f, ctx) => {
      const rows = await rowsOf(f, ctx);
      return { rows, total: rows.length };
    },
    update: async ({ param_name, param_text, remark, version }, ctx) => {
      await rootOnly(ctx);
      ctx.note(inBoth((lang) => `${paramSeed(param_name).title[lang]}: ${param_text}`));
      const value = paramSchema(paramSeed(param_name)).safeParse(param_text);
      if (!value.success)
        throw new Refusal(
          'validation',
          {},
          value.error.issues.map((i) => ({ ...i, path: ['param_text'] })),
        );
      // one who types the default wants the default, also after a release has changed it
      await write(ctx, param_name, param_text === params.defaultText(param_name) ? null : param_text, remark, version);
      ctx.afterCommit(changed);
      return {};
    },
    reset: async ({ param_names }, ctx) => {
      await rootOnly(ctx);
      ctx.note(inBoth((lang) => param_names.map((name) => paramSeed(name).title[lang]).join(', ')));
      for (const name of new Set(param_names)) await write(ctx, name, null, null);
      ctx.afterCommit(changed);
      return {};
    },
    export: async function* (f, ctx): FileRows {
      const ids = f.ids && new Set(f.ids);
      yield (await rowsOf(f, ctx)).filter((r) => !ids || ids.has(r.id));
    },
    shown: async (_, ctx) => ({
      system_title: { zh: params.get('system_title_zh'), en: params.get('system_title_en') },
      watermark: params.get('watermark'),
      watermark_words: params.get('watermark_words'),
      low_battery_default: params.get('low_battery_default'),
      unseal_lifetime_seconds: params.get('unseal_lifetime_seconds'),
      seal_lifetime_seconds: params.get('seal_lifetime_seconds'),
      setting_lifetime_seconds: params.get('setting_lifetime_seconds'),
      changes_global: await isOfRoot(ctx),
    }),
  });
};
