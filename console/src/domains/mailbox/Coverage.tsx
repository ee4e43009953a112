import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';

const { coverage } = mailboxCalls.alarmConfigs;

const FEW = 8;

/** Who is told of whose alarms: an organisation that has nobody of its own is served by one above it, or by nobody. */
export const Coverage = () => {
  const { t } = useTranslation('mailbox');
  const { data } = useQuery({
    queryKey: [coverage.path],
    queryFn: () => send(coverage, {}, { quiet: true }),
    refetchInterval: 30_000,
  });
  if (!data) return null;
  /** the first few by name: a line is read, two hundred names are not */
  const named = (rows: readonly { org_name: string }[]): string =>
    rows
      .slice(0, FEW)
      .map(({ org_name }) => org_name)
      .join(t('and')) + (rows.length > FEW ? ' …' : '');
  const nobody = data.rows.filter((row) => row.by_org_name === null);
  const silent = data.rows.filter((row) => row.by_org_name !== null && !row.reached);
  const inherits = data.rows.filter((row) => row.own === 0 && row.by_org_name !== null);
  return (
    <div className="mailbox-coverage">
      {!data.mail && <Alert type="warning" showIcon title={t('noMail')} />}
      {nobody.length > 0 && (
        <Alert type="warning" showIcon title={t('nobody', { names: named(nobody), count: nobody.length })} />
      )}
      {silent.length > 0 && (
        <Alert type="warning" showIcon title={t('silent', { names: named(silent), count: silent.length })} />
      )}
      {inherits.length > 0 && (
        <details>
          <summary>{t('inherits', { count: inherits.length })}</summary>
          <ul>
            {inherits.map((row) => (
              <li key={row.org_id}>
                {row.by_org_name === ''
                  ? t('byAbove', { name: row.org_name })
                  : t('by', { name: row.org_name, by: row.by_org_name })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
