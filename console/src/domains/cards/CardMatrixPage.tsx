import { PlusOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import { type CellStanding, syncStates } from '@plomb/contract/cards/matrix';
import type { InputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { CellSign } from '../../lock/holds/CellSign.tsx';
import { cardName } from '../../lock/holds/cardName.ts';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { ListFrame } from '../../ui/list/ListFrame.tsx';
import { withoutPlace } from '../../ui/list/listQuery.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { RecordPanel } from '../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { phoneQuery, useMedia } from '../../ui/useMedia.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { AreasGrid } from './AreasGrid.tsx';
import { CardPages, cardsSize, cellKey, cellsOf, LocksGrid } from './MatrixGrid.tsx';
import { MatrixList } from './MatrixList.tsx';
import { type CardOrder, useCardOrder } from './useCardOrder.ts';
import '../../lock/deviceLink.css';
import './matrix.css';

const of = cardCalls.cardMatrix;
const CardActs = later(async () => (await import('./CardActs.tsx')).CardActs, { meanwhile: <Coming /> });
const CardLocksDialog = later(async () => (await import('./CardLocksDialog.tsx')).CardLocksDialog, { meanwhile: null });
const CardPanel = later(async () => (await import('./CardPanel.tsx')).CardPanel, { meanwhile: <Coming /> });
const every = 10_000;
const legend = ['synced', 'area', 'waits', 'pushing', 'drift'] as const;
const figures = ['synced', 'pushing', 'waits', 'removing', 'unable', 'doubt', 'strays', 'drift'] as const;

/** From which a card can be taken. */
const held: ReadonlySet<CellStanding> = new Set(['synced', 'area', 'drift', 'doubt']);

/** Which card opens which lock, and how far the locks know of it. */
export const CardMatrixPage = () => {
  const { t } = useTranslation('cards');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const number = useNumber();
  const phone = useMedia(phoneQuery);
  const { active } = usePage();
  const navigate = useNavigate();
  const [paused, pause] = useState(false);
  const [address, setAddress] = useSearchParams();
  const byAreas = address.get('by') === 'areas';
  const standings = useDictionary('cell_standing');
  const states = useDictionary('sync_state');
  const organisations = useDeviceOptions()?.organizations ?? [];
  const list = useList(of.list);
  const interval = paused || !active ? false : every;
  const asked = { card_size: cardsSize, ...list.query } as InputOf<typeof of.list>;
  const filter = withoutPlace(list.query);
  const read = useQuery({
    queryKey: [of.list.path, asked],
    queryFn: () => send(of.list, asked, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  });
  const totals = useQuery({
    queryKey: [of.totals.path, filter],
    queryFn: () => send(of.totals, filter, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
  }).data;
  const rules = useQuery({
    queryKey: [cardCalls.regionalRules.list.path, 'names'],
    queryFn: () => send(cardCalls.regionalRules.list, { page: 1, size: 100 }, { quiet: true }),
    enabled: may(cardCalls.regionalRules.list),
    staleTime: 60_000,
  }).data?.rows;
  const { id } = list.open;
  const card = useQuery({
    queryKey: [of.card.path, id, lang],
    queryFn: () => send(of.card, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    refetchInterval: interval,
  });
  const matrix = read.data;
  const told = card.data;
  const cells = cellsOf(matrix?.cells ?? []);
  const without = matrix?.locks.filter(({ device_id }) => id === null || !cells.has(cellKey(device_id, id))) ?? [];
  const here = matrix && id !== null ? matrix.locks.length - without.length : 0;
  const order = useCardOrder(told?.card.ic_no ?? '');
  const [giving, setGiving] = useState<CardOrder | null>(null);
  const named = matrix?.cards.map((one) => ({ value: one.id, label: cardName(one) })) ?? [];
  const chosenCard = list.query.card_id;
  const cardOptions =
    typeof chosenCard === 'number' && !named.some(({ value }) => value === chosenCard)
      ? [{ value: chosenCard, label: `#${chosenCard}` }, ...named]
      : named;
  const refresh = (): void => void read.refetch();
  const turn = (to: string): void =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (to === 'areas') next.set('by', to);
        else next.delete('by');
        return next;
      },
      { replace: true },
    );
  const body = () => {
    if (read.isError && !matrix)
      return (
        <Blank kind="failed" title={ui('failedTitle')} text={failureWords(read.error, lang)}>
          <Button type="primary" onClick={refresh}>
            {ui('retry')}
          </Button>
        </Blank>
      );
    if (!matrix)
      return <Skeleton active title={false} className="list-skeleton" paragraph={{ rows: 10, width: '100%' }} />;
    if (byAreas)
      return (
        <AreasGrid
          cards={matrix.cards}
          ruleId={typeof list.query.rule_id === 'number' ? list.query.rule_id : undefined}
          paused={interval === false}
        />
      );
    if (matrix.total === 0 || matrix.card_total === 0)
      return list.filtered ? (
        <Blank kind="empty" title={ui('emptyFiltered')} text={ui('emptyFilteredText')}>
          <Button onClick={list.reset}>{ui('reset')}</Button>
        </Blank>
      ) : (
        <Blank kind="empty" title={t('matrix.emptyTitle')} text={t('matrix.emptyText')}>
          {may(cardCalls.regionalRules.list) && (
            <Link className="device-link" to="/regionalRule">
              {t('matrix.toAreas')}
            </Link>
          )}
        </Blank>
      );
    return phone ? <MatrixList matrix={matrix} /> : <LocksGrid matrix={matrix} />;
  };
  return (
    <ListFrame
      list={list}
      isOther={read.isPlaceholderData}
      header={
        <PageHeader
          count={
            totals &&
            t('matrix.count', {
              cards: t('matrix.cards', { count: totals.cards, n: number(totals.cards) }),
              locks: t('matrix.locks', { count: totals.locks, n: number(totals.locks) }),
            })
          }
          actions={
            <>
              {totals && (
                <span className="matrix-totals">
                  {figures
                    .filter((state) => totals[state] > 0)
                    .map((state) => (
                      <span key={state} data-state={state}>
                        <b>{number(totals[state])}</b> {t(`matrix.totals.${state}`)}
                      </span>
                    ))}
                </span>
              )}
              <ExportButton
                of={of.export}
                columns={[
                  { title: t('matrix.locks'), dataIndex: 'sn' },
                  { title: t('name'), dataIndex: 'device_name' },
                  { title: t('matrix.subject'), dataIndex: 'subject' },
                  { title: t('number'), dataIndex: 'ic_no' },
                  { title: t('matrix.card'), dataIndex: 'ic_name' },
                  { title: t('printed'), dataIndex: 'card_no' },
                  { title: t('state'), dataIndex: 'standing' },
                ]}
                words={{ standing: standings.words }}
              />
              {may(cardCalls.cards.add) && (
                <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/card?edit=new')}>
                  {t('matrix.addCard')}
                </Button>
              )}
            </>
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('matrix.search')} />
          {organisations.length > 0 && (
            <FilterChip
              name="org_id"
              label={t('matrix.locks')}
              options={organisations.map((one) => ({ value: one.id, label: one.org_name }))}
            />
          )}
          <FilterChip name="card_id" label={t('matrix.card')} options={cardOptions} />
          {rules && (
            <FilterChip
              name="rule_id"
              label={t('matrix.area')}
              options={rules.map((one) => ({ value: one.id, label: one.rule_name }))}
            />
          )}
          <FilterChip
            name="state"
            label={t('matrix.state')}
            options={syncStates.map((state) => ({ value: state, label: states.word(state) }))}
          />
          {may(cardCalls.regionalRules.list) && may(cardCalls.regionalRules.detail) && (
            <Radio.Group
              className="matrix-by"
              optionType="button"
              aria-label={t('matrix.by')}
              value={byAreas ? 'areas' : 'locks'}
              onChange={(event) => turn(event.target.value as string)}
              options={[
                { value: 'locks', label: t('matrix.locks') },
                { value: 'areas', label: t('matrix.areas') },
              ]}
            />
          )}
        </>
      }
      freshness={
        <Freshness at={read.dataUpdatedAt} fetching={read.isFetching} paused={paused} pause={pause} refresh={refresh} />
      }
      batch={
        told && (
          <div className="matrix-chosen">
            <b>{cardName(told.card)}</b>
            {matrix && <span>{t('matrix.chosen', { here, shown: matrix.locks.length, all: told.lock_count })}</span>}
            <Button type="link" size="small" onClick={() => list.show({ id: null })}>
              {t('matrix.clear')}
            </Button>
            <span className="matrix-give">
              {order.mayGive && told.card.usable && (
                <Button icon={<PlusOutlined />} onClick={() => setGiving('add_cards')}>
                  {t('matrix.give')}
                </Button>
              )}
              {order.mayTake && told.lock_count > 0 && (
                <Button onClick={() => setGiving('delete_cards')}>{t('matrix.take')}</Button>
              )}
            </span>
            {giving && (
              <CardLocksDialog
                kind={giving}
                card={told.card}
                locks={giving === 'add_cards' ? without : told.locks.filter(({ standing }) => held.has(standing))}
                close={() => setGiving(null)}
              />
            )}
          </div>
        )
      }
      footer={
        matrix &&
        matrix.total > 0 && (
          <div className="matrix-foot">
            {!phone && (
              <ul className="matrix-legend" aria-label={t('matrix.legend')}>
                {legend.map((standing) => (
                  <li key={standing}>
                    <CellSign standing={standing} /> <span aria-hidden="true">{standings.word(standing)}</span>
                  </li>
                ))}
              </ul>
            )}
            <CardPages total={matrix.card_total} />
            {!byAreas && <Pager total={matrix.total} isAtLeast={false} />}
          </div>
        )
      }
      panel={
        id !== null && (
          <RecordPanel
            title={told ? cardName(told.card) : ''}
            ids={matrix?.cards.map((one) => one.id) ?? []}
            loading={!told}
            failure={told ? null : card.error}
            footer={told && <CardActs told={told} changed={() => void Promise.all([card.refetch(), read.refetch()])} />}
          >
            {told && <CardPanel told={told} />}
          </RecordPanel>
        )
      }
    >
      {body()}
    </ListFrame>
  );
};
