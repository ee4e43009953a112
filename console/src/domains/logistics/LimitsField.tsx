import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { type LimitKind, type Limits, limitKinds, noLimits, usualLimits } from '@plomb/contract/logistics/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useUsualLimits } from './useUsualLimits.ts';

const calls = logisticsCalls.logisticsBatches;

/** What a plan is warned of: each a switch with its figures. As long as nobody touches it, it is as the organisation has it. */
export const LimitsField = ({
  value,
  onChange,
  ...field
}: {
  id?: string;
  value?: Limits;
  onChange?: (limits: Limits) => void;
}) => {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const client = useQueryClient();
  const data = useUsualLimits();
  const limits = value ?? data?.limits ?? noLimits;
  const put = (more: Partial<Limits>): void => onChange?.({ ...limits, ...more });
  const turn = (kind: LimitKind, isOn: boolean): void =>
    put({ [kind]: isOn ? (data?.limits[kind] ?? usualLimits[kind]) : null });
  const minutes = (kind: LimitKind, [min, max]: [number, number]) => (
    <InputNumber
      {...{ min, max }}
      aria-label={`${t(`limit.${kind}`)}, ${t('limit.minutes')}`}
      suffix={t('limit.minutes')}
      value={limits[kind]?.minutes ?? null}
      disabled={!limits[kind]}
      // one that is being typed anew is empty for a moment, and not the least there is
      onChange={(of) => of !== null && limits[kind] && put({ [kind]: { ...limits[kind], minutes: of } })}
    />
  );
  const figures: Record<LimitKind, [number, number]> = {
    off_route: [1, 120],
    long_stop: [5, 1440],
    lock_silent: [15, 1440],
  };
  const isOwn = value !== undefined && JSON.stringify(value) !== JSON.stringify(data?.limits);
  const settle = async (to: Limits | null): Promise<void> => {
    await send(calls.setLimits, { limits: to && { ...to, off_route: to.off_route && { ...to.off_route, line: [] } } });
    await client.invalidateQueries({ queryKey: [calls.limits.path] });
    said(t('limit.settled'));
  };
  return (
    <div className="batch-limits" {...field}>
      {limitKinds.map((kind) => (
        <div key={kind}>
          <Checkbox checked={limits[kind] !== null} onChange={({ target }) => turn(kind, target.checked)}>
            {t(`limit.${kind}`)}
          </Checkbox>
          <span>
            {kind === 'off_route' && (
              <InputNumber
                {...{ min: 200, max: 50_000, step: 100 }}
                aria-label={`${t('limit.off_route')}, ${t('form.metres')}`}
                suffix={t('form.metres')}
                value={limits.off_route?.metres ?? null}
                disabled={!limits.off_route}
                onChange={(of) =>
                  of !== null && limits.off_route && put({ off_route: { ...limits.off_route, metres: of } })
                }
              />
            )}
            {minutes(kind, figures[kind])}
          </span>
        </div>
      ))}
      <p className="batch-hint">
        {t(`limit.from.${isOwn ? 'plan' : (data?.from ?? 'product')}`, {
          name: data?.from_org_name || t('limit.above'),
        })}{' '}
        {may(calls.setLimits) && isOwn && (
          <Button type="link" size="small" onClick={() => void settle(limits).catch(() => undefined)}>
            {t('limit.settle')}
          </Button>
        )}
        {may(calls.setLimits) && !isOwn && data?.from === 'own' && (
          <Button type="link" size="small" onClick={() => void settle(null).catch(() => undefined)}>
            {t('limit.inherit')}
          </Button>
        )}
      </p>
    </div>
  );
};
