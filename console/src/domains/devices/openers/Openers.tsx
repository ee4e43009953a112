import { MOST_OPENERS, type OpenedBy, openedBy, openerAnswers } from '@plomb/contract/devices/openers';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../platform/time.ts';
import { Blank } from '../../../ui/list/Blank.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useTheList } from '../../../ui/list/useList.ts';
import type { Device } from '../device.ts';
import { AnswerTabs } from './AnswerTabs.tsx';
import { Areas } from './Areas.tsx';
import { Changes } from './Changes.tsx';
import { MomentPicker } from './MomentPicker.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { Figure, TheLock } from './OpenersHead.tsx';
import { OpenersTable } from './OpenersTable.tsx';
import { OperationChoice } from './OperationChoice.tsx';
import { Try } from './Try.tsx';
import { summaryOf, useCountWords } from './useCountWords.ts';
import { useOpeners } from './useOpeners.ts';
import './openers.css';

interface Props {
  deviceId: number;
  /** null: it is not known yet, or not for one to see */
  device: Device | null;
  /** the page tells of the lock elsewhere */
  isNamed?: boolean;
  beside?: ReactNode;
}

/** Everybody who can open one lock, or cannot, at a moment; what is asked stands in the address. */
export const Openers = ({ deviceId, device, isNamed = false, beside }: Props) => {
  const { t } = useTranslation('devices/openers');
  const { t: ui } = useTranslation('ui');
  const { query, change } = useTheList();
  const words = useCountWords();
  const operation: OpenedBy = openedBy.find((one) => one === query.operation) ?? 'unseal';
  const at = typeof query.at === 'string' ? query.at : undefined;
  const { data, error, refetch } = useOpeners({ query }, deviceId);
  // the head tells of all, whatever the list is narrowed to
  const all = useOpeners({ query }, deviceId, true);
  const told = query.keyword ? all.data : data;
  const sums = openerAnswers.map((answer) => ({
    answer,
    count: Object.values(data?.counts ?? {}).reduce((sum, one) => sum + one[answer], 0),
  }));
  const body = () => {
    if (error && !data) return <NotLoaded why={error} again={() => void refetch()} />;
    if (!data) return <Skeleton className="openers-loading" active paragraph={{ rows: 8 }} />;
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
  const next = told?.changes[0];
  const { can, more } = told ? summaryOf(words, told.counts) : { can: '', more: '' };
  return (
    <>
      <header className="device-pane openers-head">
        {device && !isNamed && <TheLock device={device} />}
        {told && (
          <>
            <Figure of={t(`${at ? 'later' : 'of'}.${operation}`)} value={can} more={more} />
            <Figure
              of={t('next')}
              value={next && clockTime(next.time).slice(5, 16)}
              more={next ? t(`from_then.${next.answer}`, { name: next.name }) : t('noChanges')}
            />
          </>
        )}
        <div className="openers-asked">
          <OperationChoice
            value={operation}
            onChange={(value) => change({ operation: value, page: undefined, answer: undefined })}
          />
          <MomentPicker value={at} onChange={(moment) => change({ at: moment, page: undefined })} />
        </div>
        {at && <p className="device-note">{t('ahead')}</p>}
      </header>
      <div className="device-overview openers">
        <section className="list">
          <div className="openers-bar">
            <AnswerTabs
              sums={sums
                .filter(
                  ({ answer, count }) =>
                    (answer !== 'uncertain' && answer !== 'against') || count > 0 || query.answer === answer,
                )
                .map(({ answer, count }) => ({ answer, count: data ? count : null }))}
            />
            <SearchBox placeholder={t('search')} />
          </div>
          {body()}
          {data && data.cut.length > 0 && (
            <p className="device-note openers-note">
              {t('cut', { kinds: data.cut.map((kind) => t(`kind.${kind}`)).join(t('comma')), most: MOST_OPENERS })}
            </p>
          )}
          {data?.above && <p className="device-note openers-note">{t('above')}</p>}
          {data && !data.cards && <p className="device-note openers-note">{t('noCards')}</p>}
          {data && data.total > 0 && <Pager total={data.total} isAtLeast={false} />}
        </section>
        <div className="openers-aside">
          {device && data && <Areas device={device} areas={data.areas} place={data.place} />}
          {told && (
            <Changes
              changes={told.changes}
              since={at ? clockTime(at).slice(5, 16) : t('now')}
              summary={[can, more].filter(Boolean).join(t('comma'))}
            />
          )}
          <Try deviceId={deviceId} operation={operation} />
          {beside}
        </div>
      </div>
    </>
  );
};
