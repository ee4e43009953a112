import type { OperationLog, OperationLogLine } from '@plomb/contract/system/logs/logs';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DeviceLink } from '../../../lock/DeviceLink.tsx';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Serial } from '../../../ui/Serial.tsx';
import { JsonBlock } from './JsonBlock.tsx';

type Deed = Pick<z.output<typeof OperationLog>, 'success' | 'business_type'>;

/** A sign and a word, for a table and a panel. Of an order only that it was taken: what the lock did is another matter. */
export const Outcome = ({ of: { success, business_type } }: { of: Deed }) => {
  const { t } = useTranslation('system/logs');
  const taken = success && business_type === 'command';
  return (
    <span className="outcome" data-success={success} title={taken ? t('takenWhy') : undefined}>
      <span aria-hidden="true">{success ? '✓' : '✕'}</span> {t(taken ? 'taken' : success ? 'ok' : 'failed')}
    </span>
  );
};

/** A name may be anybody's; the account is one. */
export const Who = ({
  of: { operate_name, login_name },
}: {
  of: Pick<OperationLogLine, 'operate_name' | 'login_name'>;
}) => (
  <>
    {operate_name || '–'} {login_name !== '' && login_name !== operate_name && <small>{login_name}</small>}
  </>
);

/** A value before or after a change; nothing is a dash. */
const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export const LogDetail = ({ log }: { log: z.output<typeof OperationLog> }) => {
  const { t } = useTranslation('system/logs');
  const bodies = [
    [t('requestParam'), log.request_param],
    [t('requestBody'), log.request_body],
    [t('responseBody'), log.response_body],
  ] as const;
  return (
    <>
      {log.instruct && <p className="log-sentence">{log.instruct}</p>}
      <Facts>
        <Fact name={t('success')}>
          <Outcome of={log} /> {log.success && log.business_type === 'command' && <small>{t('takenWhy')}</small>}
        </Fact>
        {log.error_msg && <Fact name={t('error')}>{log.error_msg}</Fact>}
        <Fact name={t('time')}>{clockTime(log.create_time)}</Fact>
        <Fact name={t('operator')}>
          <Who of={log} />
        </Fact>
        <Fact name={t('organisation')}>{log.org_name || t('nobody')}</Fact>
        <Fact name={t('address')} mono>
          {log.operate_address}
        </Fact>
        <Fact name={t('type')}>
          <DictTag code="business_type" value={log.business_type} />
        </Fact>
        <Fact name={t('method')}>{log.request_method}</Fact>
        <Fact name={t('url')} mono>
          {log.operate_url}
        </Fact>
        <Fact name={t('request')} mono>
          {log.request_id}
        </Fact>
        <Fact name={t('cost')}>{t('milliseconds', { count: log.cost_ms })}</Fact>
      </Facts>
      {log.devices.length > 0 && (
        <section className="log-devices">
          <h3>{t('devices')}</h3>
          <ul>
            {log.devices.map(({ id, sn, device_name }) => (
              <li key={id}>
                <DeviceLink id={id}>{device_name}</DeviceLink> <Serial value={sn} />
              </li>
            ))}
          </ul>
          {log.device_count > log.devices.length && (
            <p>{t('moreDevices', { count: log.device_count - log.devices.length })}</p>
          )}
        </section>
      )}
      {log.changes.length > 0 && (
        <section className="log-changes">
          <h3>{t('changes')}</h3>
          <Facts>
            {log.changes.map(({ field, before, after }) => (
              <Fragment key={field}>
                <Fact name={field}>
                  <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
                </Fact>
              </Fragment>
            ))}
          </Facts>
        </section>
      )}
      {bodies
        .filter(([, body]) => body !== '')
        .map(([name, body]) => (
          <JsonBlock key={name} name={name} text={body} />
        ))}
    </>
  );
};
