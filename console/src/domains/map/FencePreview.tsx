import type { OutputOf } from '@plomb/contract/kit/call';
import { fenceLimits, type Outline, outlineFault } from '@plomb/contract/lock/outline';
import { mapCalls } from '@plomb/contract/map/domain';
import type { fenceAlarms, fenceBounds } from '@plomb/contract/map/fences';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { useSettled } from '../../ui/useSettled.ts';

const { preview } = mapCalls.fences;
type Told = OutputOf<typeof preview>;

/** What saving would change, before it does: how many locks it is for, and which of them would be on the other side. */
export const FencePreview = ({ fence }: { fence: number | undefined }) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const form = Form.useFormInstance();
  const outline = Form.useWatch<Outline | null>('outline', form);
  const bound = Form.useWatch<(typeof fenceBounds)[number] | undefined>('bound', form);
  const alarmOn = Form.useWatch<(typeof fenceAlarms)[number] | undefined>('alarm_on', form);
  const device_ids = Form.useWatch<number[] | undefined>('device_ids', form) ?? [];
  const device_type_ids = Form.useWatch<number[] | undefined>('device_type_ids', form) ?? [];
  const org_id = Form.useWatch<number | undefined>('org_id', form);
  // while it is drawn nobody waits for each of its moments
  const asked = useSettled(
    JSON.stringify({ id: fence, org_id, outline: outline ?? null, bound, device_ids, device_type_ids }),
    500,
  );
  const input = JSON.parse(asked) as Parameters<typeof send<typeof preview>>[1] & { outline: Outline | null };
  const isWhole = Boolean(input.bound && input.outline && !outlineFault(input.outline, fenceLimits));
  const { data, isPlaceholderData } = useQuery({
    queryKey: [preview.path, asked],
    queryFn: ({ signal }) => send(preview, input, { quiet: true, signal }),
    enabled: useMay()(preview) && isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data || !isWhole) return null;
  const outside = data.locks - data.unplaced - data.inside;
  const moved = data.into.total + data.out_of.total;
  const names = ({ rows, total }: Told['into']): string =>
    rows.map(({ subject, device_name, sn }) => subject || device_name || sn).join(', ') +
    (total > rows.length ? ` +${number(total - rows.length)}` : '');
  const lines = [
    ...(data.into.total > 0 ? [t('preview.into', { count: data.into.total, names: names(data.into) })] : []),
    ...(data.out_of.total > 0 ? [t('preview.outOf', { count: data.out_of.total, names: names(data.out_of) })] : []),
    // half of them stand where they will ring once they come back and leave again, or are in what is forbidden already
    ...(alarmOn === 'leave' && data.locks > 0 && outside * 2 > data.locks ? [t('preview.mostOutside')] : []),
    ...(alarmOn === 'enter' && data.inside > 0 ? [t('preview.insideAlready', { count: data.inside })] : []),
    ...(moved > 0 ? [t('preview.silent')] : []),
  ];
  const head = t('preview.head', {
    count: data.locks,
    number: number(data.locks),
    inside: number(data.inside),
    outside: number(outside),
  });
  return (
    <div className="wide fence-preview" aria-live="polite" aria-busy={isPlaceholderData}>
      <Alert
        type={moved > 0 ? 'warning' : 'info'}
        showIcon
        title={head + (data.unplaced > 0 ? t('preview.unplaced', { number: number(data.unplaced) }) : '')}
        {...(lines.length > 0 && {
          description: (
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ),
        })}
      />
    </div>
  );
};
