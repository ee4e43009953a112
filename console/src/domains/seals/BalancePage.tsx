import { DownloadOutlined, LeftOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons';
import { errors } from '@plomb/contract/errors';
import type { OutputOf } from '@plomb/contract/kit/call';
import { balanceTerms } from '@plomb/contract/seals/balance';
import { sealCalls } from '@plomb/contract/seals/domain';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ownTimeZone, saveFile } from '../../ui/saveFile.ts';
import { asTable } from '../../ui/table/asTable.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { monthIn, ZoneHint } from './ZoneHint.tsx';
import './seals.css';

const { balances } = sealCalls;
type Month = OutputOf<typeof balances.list>;

/** What each holder had, got and used in a month; what nobody can explain is a term of its own, and opens its why. */
export const BalancePage = () => {
  const { t } = useTranslation('seals');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const set = (next: Record<string, string | null>): void =>
    setAddress((now) => {
      const changed = new URLSearchParams(now);
      for (const [name, value] of Object.entries(next))
        if (value === null) changed.delete(name);
        else changed.set(name, value);
      return changed;
    });
  const named = dayjs(`${address.get('month') ?? ''}-01`);
  const isNamed = address.has('month') && named.isValid();
  const medium = sealMedia.find((one) => one === address.get('medium'));
  const asked = {
    // none is the one that it is where the organisation is
    ...(isNamed && { month: named.format('YYYY-MM') }),
    ...(medium ? { medium } : {}),
  };
  const keyword = address.get('keyword') ?? '';
  const listed = { ...asked, ...(keyword && { keyword }) };
  const { data, error, refetch } = useQuery({
    queryKey: [balances.list.path, listed],
    queryFn: () => send(balances.list, listed, { quiet: true }),
    refetchInterval: 30_000,
    placeholderData: (before) => before,
  });
  const current = dayjs(`${monthIn(data?.time_zone ?? ownTimeZone())}-01`);
  const month = isNamed ? named : current;
  const holder = Number(address.get('holder_id')) || null;
  const go = (months: number): void => set({ month: month.add(months, 'month').format('YYYY-MM'), holder_id: null });
  const file = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const columns = [
      { field: 'holder_name', title: t('holder') },
      { field: 'org_name', title: t('organisation') },
      ...balanceTerms.map((field) => ({ field, title: t(`balance.${field}`) })),
      { field: 'late', title: t('balance.late') },
    ];
    try {
      said(await saveFile(balances.export, { ...listed, format, columns, timeZone: ownTimeZone() }));
    } catch {
      // said by the client
    }
  };
  return (
    <div className="balance">
      <PageHeader
        count={t('balance.what')}
        actions={
          may(balances.export) &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} icon={<DownloadOutlined />} onClick={() => void file(format)}>
              {format.toUpperCase()}
            </Button>
          ))
        }
      />
      <div className="balance-bar">
        <Button icon={<LeftOutlined />} aria-label={t('balance.before')} onClick={() => go(-1)} />
        <b>{month.format('YYYY-MM')}</b>
        <Button
          {...{ icon: <RightOutlined />, 'aria-label': t('balance.after'), disabled: !month.isBefore(current) }}
          onClick={() => go(1)}
        />
        <Segmented
          value={medium ?? 'all'}
          onChange={(value) => set({ medium: value === 'all' ? null : value, holder_id: null })}
          aria-label={t('field.medium')}
          tabIndex={-1}
          options={[
            { value: 'all', label: t('balance.all') },
            ...sealMedia.map((value) => ({ value, label: t(`field.media.${value}`) })),
          ]}
        />
        <Input.Search
          key={keyword}
          {...{ allowClear: true, defaultValue: keyword, className: 'balance-search' }}
          aria-label={t('balance.search')}
          placeholder={t('balance.search')}
          enterButton={<Button icon={<SearchOutlined />} aria-label={ui('search')} />}
          onSearch={(text) => set({ keyword: text.trim() || null, holder_id: null })}
        />
      </div>
      {error && !data && (
        <p className="seal-failed" role="alert">
          {failureWords(error, lang)} <Button onClick={() => void refetch()}>{t('again')}</Button>
        </p>
      )}
      <ZoneHint zone={data?.time_zone} />
      {data && <Equation total={data.total} />}
      {data && isWithin(data) && <p className="seal-hint">{t('balance.within')}</p>}
      {data && data.rows.length === 0 && <p className="seal-hint">{t(keyword ? 'balance.nobody' : 'balance.empty')}</p>}
      {data && data.rows.length > 0 && (
        <Holders data={data} chosen={holder} choose={(id) => set({ holder_id: id === null ? null : String(id) })} />
      )}
      {holder && (
        <Why holder={holder} asked={asked} name={data?.rows.find((row) => row.holder_id === holder)?.holder_name} />
      )}
    </div>
  );
};

/** Whether holders of this list handed seals to one another: in the total such seals went nowhere. */
const isWithin = ({ rows, total }: Month): boolean =>
  rows.reduce((sum, row) => sum + row.given + row.returned, 0) > total.given + total.returned;

/** Opening + received = all that became of it, as one line. */
const Equation = ({ total }: { total: Month['total'] }) => {
  const { t } = useTranslation('seals');
  const number = useNumber();
  return (
    <ol className="balance-equation" aria-label={t('balance.equation')}>
      {balanceTerms.map((term, at) => (
        <li key={term} data-wrong={term === 'unexplained' && total[term] !== 0}>
          {at > 0 && <i aria-hidden="true">{term === 'used' ? '=' : '+'}</i>}
          <span>{t(`balance.${term}`)}</span>
          <b>{number(total[term])}</b>
        </li>
      ))}
      {total.late > 0 && (
        <li className="balance-late">
          <span>{t('balance.late')}</span>
          <b>{number(total.late)}</b>
        </li>
      )}
    </ol>
  );
};

const Holders = (props: { data: Month; chosen: number | null; choose: (id: number | null) => void }) => {
  const { data, chosen, choose } = props;
  const { t } = useTranslation('seals');
  const number = useNumber();
  return (
    <div className="seal-series balance-holders">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where the screen is narrow */}
      <section className="seal-series-scroll" tabIndex={0} aria-label={t('balance.holders')}>
        <table {...asTable.table}>
          <thead>
            <tr>
              <th scope="col">{t('holder')}</th>
              {balanceTerms.map((term) => (
                <th key={term} scope="col" className="end">
                  {t(`balance.${term}`)}
                </th>
              ))}
              <th scope="col" className="end">
                {t('balance.late')}
              </th>
              <th scope="col">{t('organisation')}</th>
            </tr>
          </thead>
          <tbody {...asTable.rows}>
            {data.rows.map((row) => (
              <tr key={row.holder_id} {...asTable.row} data-chosen={row.holder_id === chosen}>
                <th scope="row" {...asTable.name}>
                  {row.holder_name}
                </th>
                {balanceTerms.map((term) => (
                  <td key={term} {...asTable.cell} className="end" data-name={t(`balance.${term}`)}>
                    {(term === 'unexplained' || term === 'found') && row[term] !== 0 ? (
                      <button
                        {...{
                          type: 'button',
                          className: term === 'found' ? 'seal-link' : 'seal-link seal-wrong',
                          'aria-pressed': row.holder_id === chosen,
                        }}
                        title={t('balance.open')}
                        onClick={() => choose(row.holder_id === chosen ? null : row.holder_id)}
                      >
                        <b>{number(row[term])}</b>
                      </button>
                    ) : (
                      number(row[term])
                    )}
                  </td>
                ))}
                <td {...asTable.cell} className="end" data-name={t('balance.late')}>
                  {row.late === 0 ? (
                    number(0)
                  ) : (
                    <button
                      {...{ type: 'button', className: 'seal-link', 'aria-pressed': row.holder_id === chosen }}
                      title={t('balance.openLate')}
                      onClick={() => choose(row.holder_id === chosen ? null : row.holder_id)}
                    >
                      {number(row.late)}
                    </button>
                  )}
                </td>
                <td {...asTable.cell} data-name={t('organisation')}>
                  {row.org_name}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {data.more && <p className="seal-hint">{t('balance.more')}</p>}
    </div>
  );
};

const Why = (props: { holder: number; name: string | undefined; asked: { month?: string; medium?: SealMedium } }) => {
  const { holder, name = '', asked } = props;
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const { data, error } = useQuery({
    queryKey: [balances.why.path, holder, asked],
    queryFn: () => send(balances.why, { ...asked, holder_id: holder }, { quiet: true }),
  });
  if (error && !data) return <p role="alert">{failureWords(error, lang)}</p>;
  return (
    <section className="balance-why" aria-label={t('balance.why', { name })} aria-busy={!data}>
      <h2>{t('balance.why', { name })}</h2>
      {data?.rows.length === 0 && data.late.length === 0 && <p className="seal-hint">{t('balance.noWhy')}</p>}
      {data?.rows.map(({ handover, numbers }) => (
        <div key={handover?.id ?? 0}>
          <p>
            {handover ? (
              <>
                <b>
                  {t('balance.handover', {
                    count: handover.count,
                    received: handover.received,
                    time: clockTime(handover.answer_time),
                  })}
                </b>{' '}
                {handover.giver_name} → {handover.taker_name} ·{' '}
                {may(sealCalls.handovers.list) ? (
                  <Link to={`/sealHandover?id=${handover.id}`}>JJ-{handover.id}</Link>
                ) : (
                  `JJ-${handover.id}`
                )}
              </>
            ) : (
              <b>{t('balance.noHandover')}</b>
            )}
          </p>
          <ul>
            {numbers.map((one) => (
              <li key={`${one.number} ${one.kind} ${one.at}`} data-open={one.open}>
                <b className="mono">{one.number}</b>
                <DictTag code="seal_hand" value={one.kind} />
                <span className="seal-hint">
                  {one.scan
                    ? [
                        t('balance.scan', { time: clockTime(one.scan.at), name: one.scan.oper_name }),
                        one.scan.refusal && errors[one.scan.refusal as keyof typeof errors]?.[lang],
                      ]
                        .filter(Boolean)
                        .join(' · ')
                    : t('balance.noScan')}
                </span>
                {!one.open && one.kind === 'missing' && <span>{t('balance.settled')}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {data?.more && <p className="seal-hint">{t('balance.whyMore')}</p>}
      {data && data.late.length > 0 && (
        <div>
          <p>
            <b>{t('balance.lateWhy')}</b>
          </p>
          <ul>
            {data.late.map((one) => (
              <li key={`${one.number} ${one.booked}`}>
                <b className="mono">{one.number}</b>
                <DictTag code="seal_hand" value={one.kind} />
                <span className="seal-hint">
                  {t('balance.lateTold', { done: clockTime(one.at), told: clockTime(one.booked) })}
                </span>
              </li>
            ))}
          </ul>
          {data.moreLate && <p className="seal-hint">{t('balance.lateMore')}</p>}
        </div>
      )}
    </section>
  );
};
