import { CreditCardOutlined, KeyOutlined, UserOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { MOST_JUDGED } from '@plomb/contract/devices/openable';
import { MOST_OPENERS, type OpenedBy, openedBy, openerAnswers, openerKinds } from '@plomb/contract/devices/openers';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clockTime } from '../../../platform/time.ts';
import { Blank } from '../../../ui/list/Blank.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { ListContext, useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useTabTitle } from '../../../ui/page.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import { AnswerTabs } from './AnswerTabs.tsx';
import { MomentPicker } from './MomentPicker.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { OpenablesTable } from './OpenablesTable.tsx';
import { Figure } from './OpenersHead.tsx';
import { OperationChoice } from './OperationChoice.tsx';
import { useOpenables, whomOf } from './useOpenables.ts';
import { useOpenablesFile } from './useOpenersFile.ts';
import { WhomChoice } from './WhomChoice.tsx';
import '../../../lock/deviceLink.css';
import './openers.css';

const icons = { operator: UserOutlined, key: KeyOutlined, card: CreditCardOutlined } as const;

/** What a person, a key or a card can open now, or at a moment of the days ahead, and by what right. */
export const OfWhom = ({ turn }: { turn: ReactNode }) => {
  const { t } = useTranslation('devices/openers');
  const { t: ui } = useTranslation('ui');
  const number = useNumber();
  const list = useList(deviceCalls.openable.list);
  const { query, change } = list;
  const whom = whomOf(query);
  const { data, error, refetch } = useOpenables(query);
  const file = useOpenablesFile();
  const operation: OpenedBy = openedBy.find((one) => one === query.operation) ?? 'unseal';
  const at = typeof query.at === 'string' ? query.at : undefined;
  const asked = data?.asked;
  const name = asked?.name ?? null;
  useTabTitle(name === null ? null : { zh: `${name} 能开哪些锁`, en: `What ${name} can open` });
  const counts = data?.counts ?? null;
  const sums = useMemo(
    () =>
      openerAnswers.map((answer) => ({
        answer,
        count: counts ? openerKinds.reduce((sum, kind) => sum + counts[kind][answer], 0) : 0,
      })),
    [counts],
  );
  const kinds = counts ? openerKinds.filter((kind) => openerAnswers.some((answer) => counts[kind][answer] > 0)) : [];
  const countOf = (one: (typeof openerAnswers)[number]) => sums.find(({ answer }) => answer === one)?.count ?? 0;
  const body = (): ReactNode => {
    if (!whom) return null;
    if (error && !data) return <NotLoaded why={error} again={() => void refetch()} />;
    if (!data) return <Skeleton className="openers-loading" active paragraph={{ rows: 8 }} />;
    if (data.rows.length > 0) return <OpenablesTable rows={data.rows} counts={counts} />;
    if (query.keyword || query.answer || query.what)
      return (
        <Blank kind="filtered" title={ui('emptyFiltered')} text={ui('emptyFilteredText')}>
          <Button onClick={() => change({ keyword: undefined, answer: undefined, what: undefined, page: undefined })}>
            {ui('reset')}
          </Button>
        </Blank>
      );
    return <Blank kind="empty" title={t('whom.nothing')} text={t(`whom.nothingText.${whom.of}`)} />;
  };
  const Icon = whom && icons[whom.of];
  return (
    <ListContext value={list}>
      <div className="device-page who-can-open">
        <PageHeader
          title={t('whom.title')}
          {...(data && { count: t('sameRules', { time: clockTime(data.judge_time).slice(11) }) })}
          actions={
            <>
              {turn}
              <WhomChoice
                chosen={whom}
                known={name ?? undefined}
                onChange={(of, who) =>
                  change({
                    ...{ of, who, page: undefined, answer: undefined, what: undefined, keyword: undefined },
                    ...(of === 'card' && { operation: undefined }),
                  })
                }
              />
              {whom && <ExportButton of={deviceCalls.openable.export} columns={file.columns} words={file.words} />}
            </>
          }
        />
        {!whom && <Blank kind="empty" title={t('whom.chooseTitle')} text={t('whom.chooseText')} />}
        {whom && (
          <header className="device-pane openers-head">
            {asked && Icon && (
              <div className="openers-lock">
                <span className="openers-sign">
                  <Icon aria-hidden />
                </span>
                <div>
                  <p>
                    <b className="openers-state">{asked.name}</b>
                    {asked.login_name && <span className="mono">{asked.login_name}</span>}
                  </p>
                  <small>
                    {[asked.org_name, asked.roleName && t('role', { role: asked.roleName })]
                      .filter(Boolean)
                      .join(' · ')}
                    {asked.owner && (
                      <Link className="device-link" to={`/whoCanOpen?of=operator&who=${asked.owner.id}`}>
                        {t('keyOf', { name: asked.owner.name })}
                      </Link>
                    )}
                  </small>
                </div>
              </div>
            )}
            {counts && (
              <Figure
                of={t(`whom.${at ? 'later' : 'of'}.${operation}`)}
                value={t('whom.rights', { count: countOf('may'), number: number(countOf('may')) })}
                more={(['approval', 'against', 'uncertain'] as const)
                  .filter((answer) => countOf(answer) > 0)
                  .map((answer) => t(`count.${answer}`, { count: countOf(answer) }))
                  .join(' · ')}
              />
            )}
            <div className="openers-asked">
              {whom.of !== 'card' && (
                <OperationChoice
                  value={operation}
                  onChange={(value) =>
                    change({ operation: value, page: undefined, answer: undefined, what: undefined })
                  }
                />
              )}
              <MomentPicker value={at} onChange={(moment) => change({ at: moment, page: undefined })} />
            </div>
            {at && <p className="device-note">{t('ahead')}</p>}
            {asked?.ended && <p className="device-note">{t(`whom.ended.${whom.of}`)}</p>}
            {asked && !asked.seen && <p className="device-note">{t('whom.elsewhere')}</p>}
            {whom.of === 'operator' && <p className="device-note">{t('whom.cardsNameNobody')}</p>}
            {data && data.keys.length > 0 && (
              <p className="device-note">
                {t('whom.itsKeys')}{' '}
                {data.keys.map((key) => (
                  <Link key={key.id} className="device-link openers-its" to={`/whoCanOpen?of=key&who=${key.id}`}>
                    {key.name}
                  </Link>
                ))}
              </p>
            )}
          </header>
        )}
        {whom && (
          <section className="list">
            <div className="openers-bar">
              {counts ? (
                <AnswerTabs
                  sums={sums.filter(({ answer, count }) => count > 0 || query.answer === answer || answer === 'may')}
                />
              ) : (
                <p className="device-note">{data && t('whom.tooMany', { most: number(MOST_JUDGED) })}</p>
              )}
              <span className="openers-narrow">
                {(kinds.length > 1 || query.what !== undefined) && (
                  <FilterChip
                    name="what"
                    label={t('rule')}
                    options={openerKinds
                      .filter((kind) => kinds.includes(kind) || query.what === kind)
                      .map((kind) => ({ value: kind, label: t(`right.${kind}`) }))}
                  />
                )}
                <SearchBox placeholder={t('deviceSearch')} />
              </span>
            </div>
            {body()}
            {data && data.cut.length > 0 && (
              <p className="device-note openers-note">
                {t('cut', {
                  kinds: data.cut.map((kind) => t(`right.${kind}`)).join(t('comma')),
                  most: number(data.cut.includes('card') ? MOST_JUDGED : MOST_OPENERS),
                })}
              </p>
            )}
            {data && data.total > 0 && <Pager total={data.total} isAtLeast={data.totalIsAtLeast === true} />}
          </section>
        )}
      </div>
    </ListContext>
  );
};
