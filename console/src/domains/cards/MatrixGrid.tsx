import { CreditCardOutlined, LeftOutlined, RightOutlined, TeamOutlined } from '@ant-design/icons';
import type { CellStanding, cardMatrix } from '@plomb/contract/cards/matrix';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { CellSign } from '../../lock/holds/CellSign.tsx';
import { headOf } from '../../lock/names.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { useGridKeys } from '../../ui/useGridKeys.ts';
import '../../lock/deviceLink.css';

export type Matrix = OutputOf<typeof cardMatrix.list>;
export type MatrixCard = Matrix['cards'][number];
export type MatrixLock = Matrix['locks'][number];
export const cellKey = (device_id: number, card_id: number): string => `${device_id} ${card_id}`;
export const cellsOf = (cells: Matrix['cells']): Map<string, CellStanding> =>
  new Map(cells.map(({ device_id, card_id, standing }) => [cellKey(device_id, card_id), standing]));
export const cardsSize = 8;

/** A row of the grid: what heads it, and what stands in it below each card. */
export interface GridRow {
  id: number;
  head: ReactNode;
  /** Enter on its head */
  open: (() => void) | undefined;
  cell: (card: MatrixCard) => ReactNode;
}

/** Cards across, anything down: the chosen card is tinted, and one cell at a time is a stop of the Tab key. */
export const CardGrid = ({
  label,
  corner,
  cards,
  rows,
}: {
  label: string;
  corner: string;
  cards: readonly MatrixCard[];
  rows: readonly GridRow[];
}) => {
  const { t } = useTranslation('cards');
  const types = useDictionary('card_type');
  const { open, show } = useTheList();
  const { grid, onKeyDown, cellProps } = useGridKeys(rows.length + 1, cards.length + 1);
  // what opens beside the grid narrows it, and may push the chosen card out of sight
  useEffect(() => {
    if (open.id !== null)
      grid.current?.querySelector('[data-chosen="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [open.id, grid]);
  const choose = (card: MatrixCard): void => show({ id: open.id === card.id ? null : card.id });
  const pressed =
    (act: (() => void) | undefined) =>
    (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      act?.();
    };
  return (
    <div className="card-grid">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by the arrows */}
      <table role="grid" aria-label={label} ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" {...cellProps(0, 0)}>
              {corner}
            </th>
            {cards.map((card, at) => (
              <th
                key={card.id}
                scope="col"
                data-chosen={open.id === card.id}
                data-drift={card.drift}
                aria-selected={open.id === card.id}
                onClick={() => choose(card)}
                {...cellProps(0, at + 1)}
                onKeyDown={pressed(() => choose(card))}
              >
                <span className="card-no" title={types.word(card.card_type)}>
                  {card.card_type === 'group' ? (
                    <TeamOutlined aria-hidden="true" />
                  ) : (
                    <CreditCardOutlined aria-hidden="true" />
                  )}{' '}
                  <span className="mono">{card.card_no || card.ic_no}</span>
                </span>
                <span>{card.ic_name}</span>
                {card.drift && <span className="unseen">{t('matrix.totals.drift')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row" {...cellProps(at + 1, 0)} onKeyDown={pressed(row.open)}>
                {row.head}
              </th>
              {cards.map((card, column) => (
                <td
                  key={card.id}
                  data-chosen={open.id === card.id}
                  onClick={() => choose(card)}
                  {...cellProps(at + 1, column + 1)}
                  onKeyDown={pressed(() => choose(card))}
                >
                  {row.cell(card) ?? <span className="unseen">{t('matrix.none')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** A lock by its sign, what it guards, its number, and what is wrong with its list. */
export const LockHead = ({ lock }: { lock: MatrixLock }) => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  return (
    <span className="matrix-lock">
      <StateSign status={lock.lock_status} connection={lock.connection} lang={lang} />
      <span>
        <b>{headOf(lock) || lock.sn}</b>
        <span>
          {may(deviceCalls.devices.detail) ? (
            <Link className="device-link mono" tabIndex={-1} to={`/device/${lock.device_id}?tab=cards`}>
              {lock.sn}
            </Link>
          ) : (
            <span className="mono">{lock.sn}</span>
          )}
          <small>
            {t('matrix.knows', { count: lock.cards })}
            {lock.strays > 0 && ` · ${t('matrix.strays', { count: lock.strays })}`}
            {lock.before > 0 && ` · ${t('matrix.before', { count: lock.before })}`}
            {(lock.state === 'drift' || lock.state === 'unable') && (
              <>
                {' '}
                <DictTag code="sync_state" value={lock.state} />
              </>
            )}
          </small>
        </span>
      </span>
    </span>
  );
};

export const LocksGrid = ({ matrix }: { matrix: Matrix }) => {
  const { t } = useTranslation('cards');
  const may = useMay();
  const navigate = useNavigate();
  const cells = cellsOf(matrix.cells);
  const mayOpen = may(deviceCalls.devices.detail);
  return (
    <CardGrid
      label={t('matrix.grid')}
      corner={t('matrix.corner')}
      cards={matrix.cards}
      rows={matrix.locks.map((lock) => ({
        id: lock.device_id,
        head: <LockHead lock={lock} />,
        open: mayOpen ? () => void navigate(`/device/${lock.device_id}?tab=cards`) : undefined,
        cell: (card) => {
          const standing = cells.get(cellKey(lock.device_id, card.id));
          return standing && <CellSign standing={standing} wake={lock.wake_time} />;
        },
      }))}
    />
  );
};

/** Pages of the cards, which stand across. */
export const CardPages = ({ total }: { total: number }) => {
  const { t } = useTranslation('cards');
  const { query, change } = useTheList();
  const page = Number(query.card_page ?? 1);
  const go = (to: number): void => change({ card_page: to > 1 ? to : undefined, page: query.page });
  if (total <= cardsSize) return null;
  return (
    <span className="card-pages">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('matrix.earlierCards')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      {t('matrix.cardsOf', { from: (page - 1) * cardsSize + 1, to: Math.min(page * cardsSize, total), total })}
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label={t('matrix.laterCards')}
        disabled={page * cardsSize >= total}
        onClick={() => go(page + 1)}
      />
    </span>
  );
};
