import { type ParamValue, paramSchema } from '@plomb/contract/kit/param';
import { type ParamName, type ParamValues, paramNames, paramSeed } from '@plomb/contract/params';
import type { Pool } from 'pg';
import type { Config } from '../../../platform/config.ts';
import type { Logger } from '../../../platform/log.ts';

/** System parameters as they are now. Reading one costs nothing: ask each time, keep nothing. */
export interface Params {
  get<N extends ParamName>(name: N): ParamValues[N];
  /** what it is when nobody has changed it, as text */
  defaultText(name: ParamName): string;
  /** takes a change of this process at once; null = back to the default. Text that does not fit changes nothing. */
  put(name: ParamName, text: string | null): void;
  /** takes the changes of other processes; true when there were any */
  refresh(): Promise<boolean>;
}

/** Parameters that an environment variable sets too: then the variable is the default. */
const fromEnvironment = (config: Config): Partial<ParamValues> => ({
  session_idle_seconds: config.SESSION_IDLE_SECONDS,
  session_max_seconds: config.SESSION_MAX_SECONDS,
  sign_window_seconds: config.SIGN_WINDOW_SECONDS,
  retention_days: config.RETENTION_DAYS,
});

/** Starts with the defaults; `refresh` reads what was changed. */
export const openParams = (db: Pool, config: Config, log: Logger): Params => {
  const given = fromEnvironment(config);
  const fallback = (name: ParamName): ParamValue => given[name] ?? paramSeed(name).fallback;
  let changed = new Map<ParamName, { text: string; value: ParamValue }>();

  const read = (name: ParamName, text: string | null) => {
    if (text === null) return null;
    const parsed = paramSchema(paramSeed(name)).safeParse(text);
    // a release may narrow a limit: the default is safer than a value nobody would be allowed to enter
    if (!parsed.success) log.warn({ param: name }, 'a kept parameter is out of its limits; the default is in force');
    return parsed.success ? { text, value: parsed.data } : null;
  };

  return {
    // each name's value is of its seed's kind: paramSchema made it, or the seed brought it
    get: <N extends ParamName>(name: N) => (changed.get(name)?.value ?? fallback(name)) as ParamValues[N],
    defaultText: (name) => String(fallback(name)),
    put(name, text) {
      const value = read(name, text);
      if (value) changed.set(name, value);
      else changed.delete(name);
    },
    async refresh() {
      const { rows } = await db.query<{ param_name: ParamName; param_text: string }>(
        'select param_name, param_text from param where param_text is not null and param_name = any($1)',
        [paramNames],
      );
      const same =
        rows.filter((r) => changed.get(r.param_name)?.text === r.param_text).length === rows.length &&
        changed.size === rows.length;
      if (same) return false;
      const before = changed;
      changed = new Map();
      for (const { param_name, param_text } of rows) this.put(param_name, param_text);
      return [...before, ...changed].some(([name]) => before.get(name)?.text !== changed.get(name)?.text);
    },
  };
};
