import type { z } from 'zod';
import { isFiltered, readQuery } from '../../ui/list/listQuery.ts';

/** Whether the list of an address is narrowed by something that what counts over it does not follow; it follows `but`. */
export const isNarrowed = (list: { input: z.ZodObject }, address: URLSearchParams, but: readonly string[]): boolean =>
  isFiltered(
    Object.fromEntries(Object.entries(readQuery(list.input, address)).filter(([name]) => !but.includes(name))),
  );
