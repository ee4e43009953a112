import { HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, moved, pinnedOrNot, shownOrNot } from './columnModel.ts';

/** Columns to tick, pin and put in order: by drawing the handle, or with the arrow keys on it. */
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
  const list = useRef<HTMLUListElement>(null);
  const [drawn, setDrawn] = useState<{ id: string; to: number } | null>(null);

  const keyed = (event: KeyboardEvent, id: string, at: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    arrange(moved(choices, id, at + by));
  };
  const placeUnder = (y: number): number => {
    const items = [...(list.current?.children ?? [])];
    const at = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return at < 0 ? items.length - 1 : at;
  };
  const grabbed = (event: PointerEvent<HTMLButtonElement>, id: string): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn({ id, to: placeUnder(event.clientY) });
  };
  const dropped = (): void => {
    if (drawn) arrange(moved(choices, drawn.id, drawn.to));
    setDrawn(null);
  };
  // while a column is in the hand the list shows where it would stand
  const shown = drawn ? moved(choices, drawn.id, drawn.to) : choices;
  return (
    <ul className="column-list" ref={list}>
      {shown.map(({ id, shown: seen, pinned }, at) => {
        const title = titleOf(id);
        const first = at === 0;
        return (
          <li key={id} data-drawn={drawn?.id === id}>
            <button
              type="button"
              className="column-grip"
              disabled={first}
              aria-label={t('columnMove', { title, place: at + 1, count: choices.length })}
              onKeyDown={(event) => keyed(event, id, at)}
              onPointerDown={(event) => grabbed(event, id)}
              onPointerMove={(event) => drawn && setDrawn({ id: drawn.id, to: placeUnder(event.clientY) })}
              onPointerUp={dropped}
              onPointerCancel={() => setDrawn(null)}
            >
              <HolderOutlined />
            </button>
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
              seen && (
                <Button
                  type="text"
                  size="small"
                  aria-pressed={pinned}
                  aria-label={t('columnPin', { title })}
                  icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
                  onClick={() => arrange(pinnedOrNot(choices, id, !pinned))}
                />
              )
            )}
          </li>
        );
      })}
    </ul>
  );
};
