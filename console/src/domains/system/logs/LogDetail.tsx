import type { OperationLog } from '@plomb/contract/logs';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { clockTime } from '../../../platform/time.ts';

/** A sign and a word, for a table and a panel. */
export const Outcome = ({ success }: { success: boolean }) => {
  const { t } = useTranslation('system/logs');
  return (
    <span className="outcome" data-success={success}>
      <span aria-hidden="true">{success ? '✓' : '✕'}</span> {t(success ? 'ok' : 'failed')}
    </span>
  );
};

/** JSON with indents; what does not parse stands as it came. */
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

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
      <dl className="facts">
        <dt>{t('success')}</dt>
        <dd>
          <Outcome success={log.success} />
        </dd>
        {log.error_msg && (
          <>
            <dt>{t('error')}</dt>
            <dd>{log.error_msg}</dd>
          </>
        )}
        <dt>{t('time')}</dt>
        <dd>{clockTime(log.create_time)}</dd>
        <dt>{t('operator')}</dt>
        <dd>{log.operate_name}</dd>
        <dt>{t('organisation')}</dt>
        <dd>{log.org_name}</dd>
        <dt>{t('address')}</dt>
        <dd className="mono">{log.operate_address}</dd>
        <dt>{t('type')}</dt>
        <dd>{t(`types.${log.business_type}`)}</dd>
        <dt>{t('method')}</dt>
        <dd>{log.request_method}</dd>
        <dt>{t('url')}</dt>
        <dd className="mono">{log.operate_url}</dd>
        <dt>{t('request')}</dt>
        <dd className="mono">{log.request_id}</dd>
        <dt>{t('cost')}</dt>
        <dd>{t('milliseconds', { count: log.cost_ms })}</dd>
      </dl>
      {log.changes.length > 0 && (
        <section className="log-body">
          <h3>{t('changes')}</h3>
          <dl className="facts">
            {log.changes.map(({ field, before, after }) => (
              <Fragment key={field}>
                <dt>{field}</dt>
                <dd>
                  <del>{JSON.stringify(before) ?? '–'}</del> → <ins>{JSON.stringify(after) ?? '–'}</ins>
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      )}
      {bodies
        .filter(([, body]) => body !== '')
        .map(([name, body]) => (
          <section key={name} className="log-body">
            <h3>{name}</h3>
            <pre>{pretty(body)}</pre>
          </section>
        ))}
    </>
  );
};
