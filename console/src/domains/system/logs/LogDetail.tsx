import type { OperationLog } from '@plomb/contract/logs';
import { refusalIn } from '@plomb/contract/refusalWords';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { JsonBlock } from './JsonBlock.tsx';

/** A sign and a word, for a table and a panel. */
export const Outcome = ({ success }: { success: boolean }) => {
  const { t } = useTranslation('system/logs');
  return (
    <span className="outcome" data-success={success}>
      <span aria-hidden="true">{success ? '✓' : '✕'}</span> {t(success ? 'ok' : 'failed')}
    </span>
  );
};

/** A value before or after a change; nothing is a dash. */
const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export const LogDetail = ({ log }: { log: z.output<typeof OperationLog> }) => {
  const { t } = useTranslation('system/logs');
  const lang = useSettings((s) => s.lang);
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
            <dd>{refusalIn(log.error_msg, lang)}</dd>
          </>
        )}
        <dt>{t('time')}</dt>
        <dd>{clockTime(log.create_time)}</dd>
        <dt>{t('operator')}</dt>
        <dd>{log.operate_name || '–'}</dd>
        <dt>{t('organisation')}</dt>
        <dd>{log.org_name || t('nobody')}</dd>
        <dt>{t('address')}</dt>
        <dd className="mono">{log.operate_address}</dd>
        <dt>{t('type')}</dt>
        <dd>
          <DictTag code="business_type" value={log.business_type} />
        </dd>
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
        <section className="log-changes">
          <h3>{t('changes')}</h3>
          <dl className="facts">
            {log.changes.map(({ field, before, after }) => (
              <Fragment key={field}>
                <dt>{field}</dt>
                <dd>
                  <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
                </dd>
              </Fragment>
            ))}
          </dl>
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
