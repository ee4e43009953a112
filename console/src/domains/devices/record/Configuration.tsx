import { CheckOutlined, HourglassOutlined, QuestionOutlined, WarningOutlined } from '@ant-design/icons';
import type { Parameter } from '@plomb/contract/devices/configuration';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { abilities, type CommandKind } from '@plomb/contract/lock/orderKinds';
import { orderCalls } from '@plomb/contract/orders/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreOrdersDialog } from '../../../lock/MoreOrdersDialog.tsx';
import { send } from '../../../platform/client.ts';
import { onLive } from '../../../platform/live.ts';
import { useMay } from '../../../platform/may.ts';
import { clockTime } from '../../../platform/time.ts';
import { usePage } from '../../../ui/page.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import type { Now } from './now.ts';

const { detail } = deviceCalls.deviceConfiguration;
const { orders } = orderCalls;
const settingKinds: readonly CommandKind[] = ['set_intervals', 'set_low_battery', 'auto_seal_mode'];

const signs: Record<Parameter['standing'], ReactNode> = {
  same: <CheckOutlined aria-hidden />,
  drift: <WarningOutlined aria-hidden />,
  waiting: <HourglassOutlined aria-hidden />,
  unknown: <QuestionOutlined aria-hidden />,
  unwanted: null,
};

/** What is wanted of a lock, what it has confirmed, and what it was found to have. */
export const Configuration = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const { active } = usePage();
  const queries = useQueryClient();
  const queryKey = [detail.path, device.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => send(detail, { id: device.id }, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
  });
  // what an order changes stands there at once
  useEffect(
    () =>
      onLive('command', ({ command }) => {
        if (command.device_id === device.id) void queries.invalidateQueries({ queryKey: [detail.path, device.id] });
      }),
    [queries, device.id],
  );
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <section className="device-pane" aria-label={t('record.tab.configuration')}>
      {now && <Orders now={now} again={() => void refetch()} />}
      <div className="device-table">
        <table>
          <thead>
            <tr>
              {(['parameter', 'wanted', 'confirmed', 'read', 'standing'] as const).map((name) => (
                <th key={name}>{t(`configuration.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.name} data-state={row.standing}>
                <td>{t(`configuration.name.${row.name}`)}</td>
                <td>
                  <Told of={row} known={row.wanted}>
                    {row.wanted?.by === 'type' ? t('configuration.byType') : row.wanted?.oper_name}
                  </Told>
                </td>
                <td>
                  <Told of={row} known={row.confirmed} />
                </td>
                <td>
                  <Told of={row} known={row.read} />
                </td>
                <td>
                  {signs[row.standing]}{' '}
                  {t(`configuration.is.${row.standing === 'unknown' && row.perhaps ? 'perhaps' : row.standing}`)}{' '}
                  {row.perhaps && <Told of={row} known={row.perhaps} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="device-note">{t('configuration.note')}</p>
    </section>
  );
};

interface ToldProps {
  of: Parameter;
  known: { value: number; time: string | null } | null;
  children?: ReactNode;
}
const Told = ({ of, known, children }: ToldProps) => {
  const { t } = useTranslation('devices');
  if (!known) return '–';
  const unit = of.name === 'low_battery' ? 'percent' : of.name === 'auto_seal_mode' ? 'mode' : 'seconds';
  return (
    <>
      {t(`configuration.${unit}`, { value: known.value })}{' '}
      <small>
        {children} {known.time && clockTime(known.time).slice(5, 16)}
      </small>
    </>
  );
};

/** Reading and changing, or in a line why it cannot be done. */
const Orders = ({ now: { lock, connection }, again }: { now: Now; again: () => void }) => {
  const { t } = useTranslation('devices');
  const may = useMay();
  const [asking, ask] = useState<'read' | 'change' | null>(null);
  const can = (kind: CommandKind): boolean => abilities[lock.family][kind] !== 'no';
  const whyNot = !may(orders.query_parameters)
    ? t('configuration.notAllowed')
    : can('query_parameters')
      ? null
      : t('configuration.cannotTell');
  const close = (): void => {
    ask(null);
    again();
  };
  return (
    <div className="life-filters">
      <Button disabled={whyNot !== null} onClick={() => ask('read')}>
        {t('configuration.readNow')}
      </Button>
      {settingKinds.some((kind) => may(orders[kind]) && can(kind)) && (
        <Button onClick={() => ask('change')}>{t('configuration.change')}</Button>
      )}
      {whyNot && <p className="device-note">{whyNot}</p>}
      {asking && (
        <MoreOrdersDialog
          lock={lock}
          connection={connection}
          {...(asking === 'read' && { first: 'query_parameters' })}
          onClose={close}
        />
      )}
    </div>
  );
};
