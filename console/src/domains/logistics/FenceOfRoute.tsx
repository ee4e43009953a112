import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { Limits } from '@plomb/contract/logistics/limits';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';

const { corridors } = logisticsCalls.logisticsBatches;
type Corridor = Pick<NonNullable<Limits['off_route']>, 'metres' | 'line'>;

/** The line of a fence as the route that may not be left; it is copied: what becomes of the fence later changes no plan. */
export const FenceOfRoute = ({ take }: { take: (corridor: Corridor) => void }) => {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const [sought, seek] = useState<string | null>(null);
  const { data, isFetching } = useQuery({
    queryKey: [corridors.path, sought ?? ''],
    queryFn: ({ signal }) => send(corridors, { keyword: sought ?? '' }, { quiet: true, signal }),
    enabled: sought !== null,
    placeholderData: (before) => before,
  });
  if (!may(corridors)) return null;
  return (
    <Select<number>
      size="small"
      className="route-map-fence"
      aria-label={t('form.alongFence')}
      placeholder={t('form.alongFence')}
      value={null}
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: seek }}
      onOpenChange={(isOpen) => seek(isOpen ? '' : null)}
      loading={isFetching}
      notFoundContent={isFetching ? null : t('form.noFence')}
      options={(data?.rows ?? []).map(({ id, name, org_name, metres }) => ({
        value: id,
        label: `${name} · ${org_name} · ${metres} ${t('form.metres')}`,
      }))}
      onChange={(id) => {
        const chosen = data?.rows.find((one) => one.id === id);
        if (chosen) take({ metres: chosen.metres, line: chosen.line });
      }}
    />
  );
};
