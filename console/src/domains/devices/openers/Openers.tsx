import { deviceCalls } from '@plomb/contract/devices/domain';
import { type OpenedBy, openedBy, openerAnswers } from '@plomb/contract/devices/openers';
import type { InputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Radio, Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Blank } from '../../../ui/list/Blank.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useTheList } from '../../../ui/list/useList.ts';
import { usePage } from '../../../ui/page.ts';
import { Changes } from './Changes.tsx';
import { MomentPicker } from './MomentPicker.tsx';
import { OpenersTable } from './OpenersTable.tsx';
import { Try } from './Try.tsx';
import './openers.css';

const { list } = deviceCalls.openers;
/** An order that ends, a right that begins: it is asked again by itself. */
const EVERY = 20_000;

/** Everybody who can open one lock, or cannot, at a moment; what is asked stands in the address. */
export const Openers = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('devices');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { active } = usePage();
  const { query, change } = useTheList();
  const operation: OpenedBy = query.operation === 'seal' ? 'seal' : 'unseal';
  const at = typeof query.at === 'string' ? query.at : undefined;
  const asked = { ...query, device_id: deviceId } as InputOf<typeof list>;
  const { data, error, refetch } = useQuery({
    queryKey: [list.path, asked],
    queryFn: () => send(list, asked, { quiet: true, isShown: true }),
    placeholderData: keepPreviousData,
    refetchInterval: active ? EVERY : false,
  });
  const all = Object.values(data?.counts ?? {});
  const sums = openerAnswers.map((answer) => ({ answer, count: all.reduce((sum, one) => sum + one[answer], 0) }));
  const body = () => {
    if (error && !data)
      return (
        <Blank kind="failed" title={ui('failedTitle')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </Blank>
      );
    if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
    if (data.total === 0)
      return (
        <Blank kind="filtered" title={ui('emptyFiltered')} text={ui('emptyFilteredText')}>
          <Button onClick={() => change({ keyword: undefined, answer: undefined, page: undefined })}>
            {ui('reset')}
          </Button>
        </Blank>
      );
    return <OpenersTable rows={data.rows} counts={data.counts} />;
  };
  return (
    <div className="device-overview openers">
      <section className="list">
        <div className="openers-bar">
          <Tabs
            size="small"
            activeKey={String(query.answer ?? 'all')}
            onChange={(key) => change({ answer: key === 'all' ? undefined : key, page: undefined })}
            items={[
              { key: 'all', label: t('openers.all') },
              ...sums
                .filter(({ answer, count }) => answer !== 'uncertain' || count > 0 || query.answer === 'uncertain')
                .map(({ answer, count }) => ({ key: answer, label: `${t(`openers.answer.${answer}`)} ${count}` })),
            ]}
          />
          <SearchBox placeholder={t('openers.search')} />
        </div>
        {body()}
        {data?.above && <p className="device-note openers-note">{t('rights.above')}</p>}
        {data && data.total > 0 && <Pager total={data.total} isAtLeast={false} />}
      </section>
      <div className="openers-aside">
        <section className="device-pane openers-side">
          <h2>{t('openers.asked')}</h2>
          <Radio.Group
            block
            value={operation}
            onChange={(event) => change({ operation: event.target.value, page: undefined })}
            optionType="button"
            options={openedBy.map((value) => ({ value, label: t(`openers.operation.${value}`) }))}
          />
          <MomentPicker value={at} onChange={(moment) => change({ at: moment, page: undefined })} />
          <p className="device-note">{t(at ? 'openers.ahead' : 'openers.sameRules')}</p>
        </section>
        {data && <Changes changes={data.changes} />}
        <Try deviceId={deviceId} operation={operation} />
      </div>
    </div>
  );
};
