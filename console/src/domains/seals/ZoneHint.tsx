import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { ownTimeZone } from '../../ui/saveFile.ts';

const clockIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(serverNow());

/** Whose days and months are told, where they are not those of whoever looks: times of rows are. */
export const ZoneHint = ({ zone }: { zone: string | undefined }) => {
  const { t } = useTranslation('seals');
  const own = ownTimeZone();
  if (zone === undefined || clockIn(zone) === clockIn(own)) return null;
  return <p className="seal-hint seal-zone">{t('zone', { zone, own })}</p>;
};

/** `2026-11`: the month that it is there. */
export const monthIn = (zone: string): string => clockIn(zone).slice(0, 7);
