import type { Lang } from '@plomb/contract/kit/text';
import { grouped } from '../../platform/numbers.ts';

/** Metres as people say them: `350 m`, `1.1 km`, `23 km`. */
export const distance = (metres: number, lang: Lang): string => {
  const far = Math.abs(metres);
  if (far < 1000) return lang === 'zh' ? `${far} 米` : `${far} m`;
  const km = far < 10_000 ? Math.round(far / 100) / 10 : Math.round(far / 1000);
  return lang === 'zh' ? `${grouped(km, lang)} 公里` : `${grouped(km, lang)} km`;
};
