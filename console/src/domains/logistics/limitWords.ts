import { type Limits, limitKinds } from '@plomb/contract/logistics/limits';
import type { TFunction } from 'i18next';

/** What a plan is warned of, a phrase each. */
export const limitWords = (limits: Limits, t: TFunction<'logistics'>): string[] =>
  limitKinds.flatMap((kind) => {
    const limit = limits[kind];
    if (!limit) return [];
    const metres = kind === 'off_route' ? limits.off_route?.metres : undefined;
    return [
      t(`limit.${kind}`),
      metres !== undefined && `${metres} ${t('form.metres')}`,
      `${limit.minutes} ${t('limit.minutes')}`,
    ]
      .filter(Boolean)
      .join(' ');
  });

/** So many minutes in words. */
export const lasts = (minutes: number, t: TFunction<'logistics'>): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} ${t('template.hours')}`, (rest > 0 || hours === 0) && `${rest} ${t('limit.minutes')}`]
    .filter(Boolean)
    .join(' ');
};
