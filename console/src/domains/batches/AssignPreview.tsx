import type { batchCalls } from '@plomb/contract/batches/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { Alert, Pagination, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { useNumber } from '../../ui/useNumber.ts';

const SIZE = 20;

/** What each organisation would get, and of each device who does not get it and why; sending is allowed or forbidden by row. */
export const AssignPreview = ({
  of: { devices, unknown },
  organisations,
  forbidden,
  forbid,
}: {
  of: OutputOf<(typeof batchCalls.assignments)['preview']>;
  organisations: readonly { id: number; org_name: string }[];
  forbidden: ReadonlySet<number>;
  forbid: (ids: ReadonlySet<number>) => void;
}) => {
  const { t } = useTranslation('batches');
  const number = useNumber();
  const [page, setPage] = useState(1);
  const nameOf = (id: number) => organisations.find((one) => one.id === id)?.org_name ?? '';
  const refusedBy = (id: number) => devices.filter(({ refused }) => refused.some((one) => one.org_id === id)).length;
  const allow = (ids: readonly number[], sends: boolean): void => {
    const next = new Set(forbidden);
    for (const id of ids)
      if (sends) next.delete(id);
      else next.add(id);
    forbid(next);
  };
  return (
    <>
      {unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('preview.unknown', { count: unknown.length })}
          description={<span className="mono">{unknown.slice(0, 20).join(' ')}</span>}
        />
      )}
      <section className="work-block" aria-label={t('assign.gets')}>
        <h2>{t('assign.gets')}</h2>
        <ul className="work-numbered">
          {organisations.map(({ id, org_name }) => (
            <li key={id}>
              <b>{number(devices.length - refusedBy(id))}</b>
              <div>
                <p>{org_name}</p>
                {refusedBy(id) > 0 && <p>{t('assign.refused', { count: refusedBy(id) })}</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="work-block" aria-label={t('table.title')}>
        <div className="work-heading">
          <h2>{t('table.title')}</h2>
          <span>
            <Switch
              aria-label={t('assign.allowAll')}
              checked={forbidden.size === 0}
              onChange={(sends) =>
                allow(
                  devices.map(({ device_id }) => device_id),
                  sends,
                )
              }
            />{' '}
            {t('assign.allowAll')}
          </span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <div className="batch-scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('table.serial')}</th>
                <th scope="col">{t('table.name')}</th>
                <th scope="col">{t('assign.sending')}</th>
                <th scope="col">{t('table.why')}</th>
              </tr>
            </thead>
            <tbody>
              {devices.slice((page - 1) * SIZE, page * SIZE).map(({ device_id, sn, subject, device_name, refused }) => {
                const sends = !forbidden.has(device_id);
                return (
                  <tr key={device_id}>
                    <th scope="row">
                      <DeviceLink id={device_id}>
                        <Serial value={sn} />
                      </DeviceLink>
                    </th>
                    <td>{[subject, device_name].filter(Boolean).join(' · ')}</td>
                    <td>
                      {refused.length < organisations.length && (
                        <>
                          <Switch
                            size="small"
                            aria-label={t('assign.sendingOf', { sn })}
                            checked={sends}
                            onChange={(on) => allow([device_id], on)}
                          />{' '}
                          {t(sends ? 'assign.allow' : 'assign.forbid')}
                        </>
                      )}
                    </td>
                    <td>
                      {refused.map(({ org_id, words }) => (
                        <p key={org_id}>{t('assign.why', { organisation: nameOf(org_id), words })}</p>
                      ))}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {devices.length > SIZE && (
          <Pagination
            size="small"
            current={page}
            pageSize={SIZE}
            total={devices.length}
            showSizeChanger={false}
            onChange={setPage}
          />
        )}
        <p className="work-hint">{t('assign.forbiddenMeans')}</p>
      </section>
    </>
  );
};
