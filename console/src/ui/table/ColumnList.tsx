import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Grip } from '../Grip.tsx';
import { useDrag } from '../useDrag.ts';
import { type ColumnChoice, moved, pinnedOrNot, shownOrNot } from './columnModel.ts';

/** Columns to tick, pin and put in order: by drawing the grip, with the arrow keys on it, or with the arrows beside it. */
export const ColumnList = ({
  choices,
  titleOf,
  arrange,
}: {
  choices: readonly ColumnChoice[];
  titleOf: (id: string) => string;
  arrange: (columns: ColumnChoice[]) => void;
}) => {
  const { t } = useTranslation('ui');
  const hint = useId();
  const list = useRef<HTMLUListElement>(null);
  /** the one that is being moved, for whoever hears the page */
  const [last, setLast] = useState<string | null>(null);
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])];
    const at = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return at < 0 ? items.length - 1 : at;
  };
  const move = (id: string, to: number): void => {
    setLast(id);
    const next = moved(choices, id, to);
    if (next.some((c, at) => c.id !== choices[at]?.id)) arrange(next);
  };
  const { held, grab } = useDrag({ placeAt, drop: move, box: list });
  // while a column is in the hand the list shows where it would stand
  const shown = held ? moved(choices, held.id, held.place) : choices;
  const place = shown.findIndex((c) => c.id === last);

  const keyed = (event: KeyboardEvent, id: string, at: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(id, at + by);
  };
  return (
    <>
      <p className="unseen" id={hint}>
        {t('columnMoveHint')}
      </p>
      <p className="unseen" role="status">
        {last !== null &&
          place >= 0 &&
          t('columnMoved', { title: titleOf(last), place: place + 1, count: shown.length })}
      </p>
      <ul className="column-list" ref={list}>
        {shown.map(({ id, shown: seen, pinned }, at) => {
          const title = titleOf(id);
          const first = at === 0;
          const stays = (by: -1 | 1): boolean => moved(choices, id, at + by)[at]?.id === choices[at]?.id;
          return (
            <li key={id} data-held={held?.id === id}>
              <Grip
                disabled={first}
                aria-label={t('columnMove', { title })}
                aria-describedby={hint}
                onKeyDown={(event) => keyed(event, id, at)}
                onPointerDown={(event) => {
                  setLast(id);
                  grab(event, id);
                }}
              />
              <Checkbox
                checked={seen}
                disabled={first}
                onChange={(event) => arrange(shownOrNot(choices, id, event.target.checked))}
              >
                {title}
              </Checkbox>
              {first ? (
                <small>
                  <PushpinFilled /> {t('columnPinned')}
                </small>
              ) : (
                <>
                  <span className="column-steps">
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      aria-label={t('columnUp', { title })}
                      disabled={stays(-1)}
                      onClick={() => move(id, at - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      aria-label={t('columnDown', { title })}
                      disabled={stays(1)}
                      onClick={() => move(id, at + 1)}
                    />
                  </span>
                  {seen && (
                    <Button
                      type="text"
                      size="small"
                      aria-pressed={pinned}
                      aria-label={t('columnPin', { title })}
                      icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
                      onClick={() => arrange(pinnedOrNot(choices, id, !pinned))}
                    />
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
};
