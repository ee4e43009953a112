import { alarmCalls } from '@plomb/contract/alarms/domain';
import { type AlarmRule, MOST_LESSER } from '@plomb/contract/alarms/rules';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { later } from '../../ui/later.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { useRuleWords } from './rules/useRuleWords.ts';
import './rules/rules.css';

const { list, options, set } = alarmCalls.alarmRules;

const RuleDialog = later(async () => (await import('./rules/RuleDialog.tsx')).RuleDialog);

/** The gravest first, then in the order of the product. */
const rank = { critical: 0, warning: 1, info: 2 } as const;
const ordered = (rows: readonly AlarmRule[]): AlarmRule[] =>
  [...rows].sort((a, b) => Number(b.is_on) - Number(a.is_on) || rank[a.severity] - rank[b.severity]);

/** What each kind of alarm does in an organisation, and who said so. */
export const AlarmRulesPage = () => {
  const { t } = useTranslation('alarms/rules');
  const kinds = useDictionary('alarm_kind');
  const severities = useDictionary('alarm_severity');
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const asked = Number(address.get('org_id'));
  const org = Number.isSafeInteger(asked) && asked > 0 ? { org_id: asked } : {};
  const [opened, open] = useState<AlarmRule['kind'] | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: [list.path, org.org_id ?? null],
    queryFn: () => send(list, org, { quiet: true }),
  });
  const offered = useQuery({
    queryKey: [options.path, org.org_id ?? null],
    queryFn: () => send(options, org, { quiet: true }),
  }).data;
  const words = useRuleWords({ again: data?.again ?? 0, further: data?.further ?? 0 });
  const rule = data?.rows.find(({ kind }) => kind === opened);
  const source = ({ from, from_org_name }: AlarmRule): string =>
    from === 'product' ? t('fromProduct') : from === 'own' ? t('own') : from_org_name || t('fromAbove');
  return (
    <div className="alarm-rules">
      <PageHeader
        actions={
          <OrganisationSelect
            className="alarm-rules-org"
            aria-label={t('organisation')}
            of={offered?.organizations}
            {...(data ? { value: data.org_id } : {})}
            onChange={(id) => setAddress(id ? { org_id: String(id) } : {}, { replace: true })}
          />
        }
      />
      <p className="alarm-rules-intro">{t('intro')}</p>
      {isError && (
        <p role="alert">
          {t('failed')}
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {data && (
        <table>
          <thead>
            <tr>
              {(['kind', 'severity', 'when', 'told', 'further', 'from'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered(data.rows).map((one) => (
              <tr key={one.kind} data-own={one.from === 'own'} data-off={!one.is_on}>
                <th scope="row">
                  {may(set) ? (
                    <button
                      type="button"
                      aria-label={t('edit', { kind: kinds.word(one.kind) })}
                      onClick={() => open(one.kind)}
                    >
                      {kinds.word(one.kind)}
                    </button>
                  ) : (
                    kinds.word(one.kind)
                  )}
                </th>
                <td data-head={t('severity')}>
                  {one.is_on ? (
                    <span className="alarm-rules-severity">
                      <AlarmMark severity={one.severity} size={16} /> {severities.word(one.severity)}
                    </span>
                  ) : (
                    '—'
                  )}
                </td>
                <td data-head={t('when')}>{words.when(one)}</td>
                <td data-head={t('told')}>{one.is_on ? words.told(one) : '—'}</td>
                <td data-head={t('further')}>
                  {words.after(one).map((clause) => (
                    <span key={clause}>{clause}</span>
                  ))}
                </td>
                <td data-head={t('from')}>
                  {source(one)}
                  {one.reason !== '' && <small>{one.reason}</small>}
                  {one.is_lesser && <small className="alarm-rules-less">{t('lesserThanAbove')}</small>}
                  {one.lesser.length > 0 && (
                    <small className="alarm-rules-less">
                      {t('lesserBelow')}
                      {one.lesser.map(({ org_id, org_name }) => (
                        <Link key={org_id} to={`?org_id=${org_id}`} replace>
                          {org_name}
                        </Link>
                      ))}
                      {one.lesser.length === MOST_LESSER && '…'}
                    </small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && rule && (
        <RuleDialog
          key={rule.kind}
          rule={rule}
          org={{ id: data.org_id, name: data.org_name }}
          house={{ again: data.again, further: data.further }}
          recipients={offered?.recipients ?? []}
          close={() => open(null)}
        />
      )}
    </div>
  );
};
