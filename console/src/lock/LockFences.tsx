import { mapCalls } from '@plomb/contract/map/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';

const { lockFences } = mapCalls.map;

/** The fences a lock is judged by, asked for anew when it has moved. */
export const useLockFences = (id: number, at: string) => {
  const may = useMay()(lockFences);
  return useQuery({
    queryKey: [lockFences.path, id, at],
    queryFn: ({ signal }) => send(lockFences, { id }, { quiet: true, signal }),
    enabled: may,
    placeholderData: (before) => before,
  });
};

/** Opens a fence's record, for whoever may look at fences. */
export const FenceLink = ({ fence: { id, fence_name } }: { fence: { id: number; fence_name: string } }) =>
  useMay()(mapCalls.fences.list) ? <Link to={`/fence?id=${id}`}>{fence_name}</Link> : fence_name;

/** The fences a lock is in now, and how many others it is judged by. */
export const LockFences = ({ id, at }: { id: number; at: string }) => {
  const { t } = useTranslation('lock');
  const { data } = useLockFences(id, at);
  if (!data) return null;
  const inside = data.fences.filter((fence) => fence.inside);
  const others = data.total - inside.length;
  return (
    <>
      <dt>{t('inFences')}</dt>
      <dd>
        {inside.length === 0
          ? t('inNoFence')
          : inside.map((fence, i) => (
              <span key={fence.id}>
                {i > 0 && ', '}
                <FenceLink fence={fence} />
              </span>
            ))}
        {others > 0 && (
          <>
            {' · '}
            <Link to={`/device/${id}?tab=fences`}>{t('outOfFences', { count: others })}</Link>
          </>
        )}
      </dd>
    </>
  );
};
