import { map } from '@plomb/contract/map/map';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';

/** The fences a lock is in now, asked for anew when it has moved. */
export const LockFences = ({ id, at }: { id: number; at: string }) => {
  const { t } = useTranslation('lock');
  const may = useMay()(map.lockFences);
  const { data } = useQuery({
    queryKey: [map.lockFences.path, id, at],
    queryFn: ({ signal }) => send(map.lockFences, { id }, { quiet: true, signal }),
    enabled: may,
    placeholderData: (before) => before,
  });
  if (!data) return null;
  return (
    <>
      <dt>{t('inFences')}</dt>
      <dd>{data.fences.map(({ fence_name }) => fence_name).join(', ') || t('inNoFence')}</dd>
    </>
  );
};
