import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Area, areaOf } from './fences.ts';

/** The areas devices may be in, as they were at the last refresh. */
export interface Fences {
  areasOf(deviceId: number): readonly Area[];
  /** Reads them anew. When the database is away the areas stay as they were. */
  refresh(): Promise<void>;
}

interface Row {
  id: number;
  print: string;
  fence_context: unknown;
  radius: number | null;
  devices: number[];
}
interface Compiled {
  print: string;
  area: Area | null;
}

const everything = `
  select f.id, md5(f.fence_context::text || coalesce(f.radius::text, '')) as print, f.fence_context, f.radius,
    array_agg(fd.device_id) as devices
  from fence f join fence_device fd on fd.fence_id = f.id where f.status = 1 group by f.id`;

const none: readonly Area[] = [];

export const openFences = (platform: Pool, log?: Pick<Logger, 'warn'>): Fences => {
  let compiled = new Map<number, Compiled>();
  let byDevice = new Map<number, Area[]>();
  let running: Promise<void> | null = null;

  const compile = (row: Row): Compiled => {
    const known = compiled.get(row.id);
    if (known?.print === row.print) return known;
    const area = areaOf(row.fence_context, row.radius);
    if (!area) log?.warn({ fence: row.id }, 'A fence has no usable geometry and is left out');
    return { print: row.print, area };
  };
  const read = async (): Promise<void> => {
    const { rows } = await platform.query<Row>(everything);
    const next = new Map<number, Compiled>();
    const devices = new Map<number, Area[]>();
    for (const row of rows) {
      const made = compile(row);
      next.set(row.id, made);
      if (!made.area) continue;
      for (const id of row.devices) {
        const areas = devices.get(id);
        if (areas) areas.push(made.area);
        else devices.set(id, [made.area]);
      }
    }
    compiled = next;
    byDevice = devices;
  };

  return {
    areasOf: (deviceId) => byDevice.get(deviceId) ?? none,
    refresh() {
      running ??= read()
        .catch((err: Error) => log?.warn({ err }, 'Fences could not be read; the ones known stay in force'))
        .finally(() => {
          running = null;
        });
      return running;
    },
  };
};
