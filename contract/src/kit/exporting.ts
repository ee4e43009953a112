import { z } from 'zod';
import { fileCall } from './call.ts';
import type { Text } from './text.ts';

/**
 * What an export holds is what the screen shows: the same filter, the same columns in the same order, under the same
 * headings and with the same words for codes. So the screen says all of it.
 */
export const exportOptions = (fields: readonly string[]) => ({
  format: z.enum(['xlsx', 'csv']),
  columns: z
    .array(
      z.object({
        field: z.string().refine((f) => fields.includes(f), { error: 'unknownColumn' }),
        title: z.string().max(100),
        /** words for the values of an enumeration; those for a refusal are whole sentences */
        words: z.record(z.string().max(40), z.string().max(300)).optional(),
      }),
    )
    .min(1)
    .max(60)
    .refine((all) => new Set(all.map((c) => c.field)).size === all.length, { error: 'repeatedColumn' }),
  /** an IANA name; moments are written in it */
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
  /** only these rows; absent = all that match the filter */
  ids: z.array(z.int().positive()).min(1).max(10_000).optional(),
});

/** A file to fetch with GET, once, by the same session. */
export const FileTicket = z.object({ url: z.string(), name: z.string() });

/** The export of a list. */
export const exportCall = <F extends z.ZodRawShape, const M extends string>(entity: {
  path: string;
  menu: M;
  title: Text;
  filter: F;
  fields: readonly string[];
}) =>
  fileCall({
    path: `/${entity.path}/export`,
    title: { zh: `导出${entity.title.zh}`, en: `Export ${entity.title.en}` },
    permit: `${entity.menu}:export`,
    business: 'export',
    input: z.object({ ...entity.filter, ...exportOptions(entity.fields) }),
    output: FileTicket,
  });

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
