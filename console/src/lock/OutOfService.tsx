import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';

const { list } = deviceCalls.devices;
/** What is looked through for disabled ones: a search that finds more is no search for one lock. */
const MOST = 100;

interface Found {
  count: number;
  /** the one, where it is one */
  id: number | undefined;
}
const foundOf = (rows: readonly { id: number }[], count = rows.length): Found => ({
  count,
  id: count === 1 ? rows[0]?.id : undefined,
});

/**
 * Where a search found nothing: whether a lock out of service is what was looked for, and the way to it. `disabled`: the
 * list that found nothing leaves out the disabled ones too, as the map does.
 */
export const OutOfService = ({ keyword, disabled = false }: { keyword: string; disabled?: boolean }) => {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const enabled = useMay()(list) && keyword !== '';
  const { data: retired } = useQuery({
    queryKey: [list.path, 'retired', keyword],
    queryFn: async ({ signal }) => {
      const { rows, total } = await send(list, { keyword, retired: true, page: 1, size: 20 }, { quiet: true, signal });
      return foundOf(rows, total);
    },
    enabled,
    retry: false,
  });
  const { data: off } = useQuery({
    queryKey: [list.path, 'disabled', keyword],
    queryFn: async ({ signal }) => {
      const { rows } = await send(list, { keyword, page: 1, size: MOST }, { quiet: true, signal });
      return foundOf(rows.filter((d) => d.status !== 1));
    },
    enabled: enabled && disabled,
    retry: false,
  });
  const way = (found: Found | undefined, words: 'retiredMatch' | 'disabledMatch', narrowing: Record<string, string>) =>
    enabled &&
    found !== undefined &&
    found.count > 0 && (
      <Button
        type="primary"
        onClick={() => {
          const one = found.id === undefined ? {} : { id: String(found.id) };
          void navigate(`/device?${new URLSearchParams({ keyword, ...narrowing, ...one })}`);
        }}
      >
        {t(`out.${words}`, { count: found.count })}
      </Button>
    );
  return (
    <>
      {way(retired, 'retiredMatch', { retired: 'true' })}
      {way(off, 'disabledMatch', {})}
    </>
  );
};
