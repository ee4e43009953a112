import { grouped } from '../platform/numbers.ts';
import { useSettings } from '../platform/settings.ts';

/** A count as people read it, for cells; in sentences every number is grouped by itself. */
export const useNumber = (): ((count: number) => string) => {
  const lang = useSettings((s) => s.lang);
  return (count) => grouped(count, lang);
};
