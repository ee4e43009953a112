import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../../kit/call.ts';
import { exportCall } from '../../kit/exporting.ts';
import { type ParamGroup, paramGroups } from '../../kit/param.ts';
import { Version } from '../../kit/resource.ts';

const filter = {
  keyword: Line(100).optional(),
  group: z.enum(Object.keys(paramGroups) as [ParamGroup, ...ParamGroup[]]).optional(),
  changed: z.boolean().optional(),
};

const title = (zh: string, en: string) => ({ zh, en });

/** System parameters: typed settings that act within seconds, without a restart. */
export const paramCalls = <const N extends string>(names: readonly [N, ...N[]]) => {
  const Name = z.enum(names);
  const row = {
    param_name: Name,
    /** the value in force, as text; what it means stands in paramSeeds */
    param_text: z.string(),
    /** what it would be if nobody had changed it */
    default_text: z.string(),
    changed: z.boolean(),
    remark: z.string(),
    change_time: Time.nullable(),
    changed_by: z.string(),
  };
  const Param = z.object({ id: Id, ...row, version: Version });
  return {
    list: call({
      path: '/param/list',
      title: title('查询系统参数', 'Search system parameters'),
      permit: 'param:list',
      business: null,
      input: z.object(filter),
      output: z.object({ rows: z.array(Param), total: z.int() }),
    }),
    update: call({
      path: '/param/update',
      title: title('修改系统参数', 'Edit system parameter'),
      permit: 'param:update',
      business: 'update',
      input: z.object({
        param_name: Name,
        param_text: z.string().trim().max(200),
        remark: Line(200),
        version: Version.optional(),
      }),
      output: Nothing,
    }),
    /** back to the default */
    reset: call({
      path: '/param/reset',
      title: title('恢复系统参数默认值', 'Reset system parameter'),
      permit: 'param:update',
      business: 'update',
      input: z.object({ param_names: z.array(Name).min(1) }),
      output: Nothing,
    }),
    export: exportCall({
      path: 'param',
      menu: 'param',
      title: title('系统参数', 'system parameters'),
      filter,
      fields: Object.keys(row),
    }),
    /** those the console itself obeys, for everybody who is signed in */
    shown: call({
      path: '/param/shown',
      title: title('获取界面参数', 'Fetch parameters of the console'),
      permit: 'session',
      onWalls: true,
      business: null,
      input: Nothing,
      output: z.object({
        system_title: z.object({ zh: z.string(), en: z.string() }),
        watermark: z.boolean(),
        watermark_words: z.string(),
        low_battery_default: z.int(),
        /** how long an order waits for its lock: see `lifetimeOf` */
        unseal_lifetime_seconds: z.int(),
        seal_lifetime_seconds: z.int(),
        setting_lifetime_seconds: z.int(),
        /** dictionaries and parameters are one for everybody: only operators of the root organisation change them */
        changes_global: z.boolean(),
      }),
    }),
  };
};
