import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysHere } from '../../ui/keys.ts';
import { rowKey } from '../../ui/table/rowKeys.ts';

interface Props {
  /** how many rows there are, however few are drawn */
  count: number;
  rowHeight: number;
  label: string;
  /** the chosen row, −1 = none */
  selected: number;
  keyOf: (index: number) => number;
  /** where a row stands now, −1 = nowhere */
  indexOf: (key: number) => number;
  row: (index: number, state: { selected: boolean; active: boolean }) => ReactNode;
  onChoose: (index: number) => void;
  /** rows are ticked, by a click on their box and by the space bar */
  ticks?: { has: (index: number) => boolean; toggle: (index: number) => void };
}

/** Rows drawn above and below what is seen, so that fast scrolling shows no holes. */
const SPARE = 6;

/**
 * A list of any length that draws only the rows in sight. All rows have one height. Arrows move through it, Page Up and
 * Down by a screen, Home and End to its ends, Enter chooses.
 */
export const VirtualList = ({ count, rowHeight, label, selected, keyOf, indexOf, row, onChoose, ticks }: Props) => {
  const { t } = useTranslation('map');
  const { t: ui } = useTranslation('ui');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ top: 0, height: 640 });
  // the row itself, not its place: the list is sorted anew while somebody walks through it
  const [at, setAt] = useState<{ key: number; index: number } | null>(null);

  useEffect(() => {
    const el = box.current;
    if (!el) return;
    const measure = (): void => setWindow({ top: el.scrollTop, height: el.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(el);
    el.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      el.removeEventListener('scroll', measure);
    };
  }, []);

  const reveal = (index: number): void => {
    const el = box.current;
    if (!el) return;
    const top = index * rowHeight;
    if (top < el.scrollTop) el.scrollTop = top;
    else if (top + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = top + rowHeight - el.clientHeight;
  };
  // a lock chosen on the map comes into sight here; later changes of its place do not move the list under the reader
  const chosenKey = selected < 0 ? null : keyOf(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice scrolls, see above
  useEffect(() => {
    if (selected >= 0) reveal(selected);
  }, [chosenKey]);

  const stands = at === null ? -1 : indexOf(at.key);
  /** a row that left the list under the cursor leaves its place to the one that stands there now */
  const cursor = at === null ? null : stands >= 0 ? stands : Math.min(at.index, count - 1);
  const active = Math.min(count - 1, cursor ?? selected);
  const page = Math.max(1, Math.floor(window.height / rowHeight) - 1);
  const go = ({ key }: KeyboardEvent): unknown => {
    const next = rowKey(key, active, count, page);
    if (next === null || count === 0) return false;
    setAt({ key: keyOf(next), index: next });
    reveal(next);
  };
  const onKeyDown = useKeysHere(t('keys.list'), [
    { keys: ['ArrowUp', 'ArrowDown'], does: ui('keys.walk'), press: go },
    { keys: ['PageUp', 'PageDown'], does: ui('keys.leap'), press: go },
    { keys: ['Home', 'End'], does: ui('keys.ends'), press: go },
    ...(ticks
      ? [{ keys: ['Space'], does: t('keys.tick'), press: () => (active < 0 ? false : ticks.toggle(active)) }]
      : []),
    {
      keys: ticks ? ['Enter'] : ['Enter', 'Space'],
      does: t('keys.choose'),
      press: () => (active < 0 ? false : onChoose(active)),
    },
  ]);

  const first = Math.max(0, Math.floor(window.top / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((window.top + window.height) / rowHeight) + SPARE);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <div
      className="virtual"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(active >= 0 && { 'aria-activedescendant': `${id}-${keyOf(active)}` })}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
    >
      <div style={{ height: count * rowHeight, position: 'relative' }} role="presentation">
        {drawn.map((index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys for all its rows
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox, which names its active row
          <div
            key={keyOf(index)}
            id={`${id}-${keyOf(index)}`}
            role="option"
            aria-selected={index === selected}
            {...(ticks && { 'aria-checked': ticks.has(index) })}
            aria-posinset={index + 1}
            aria-setsize={count}
            className="virtual-row"
            data-active={index === cursor}
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
            onClick={(e) => {
              setAt(null);
              if (ticks && e.target instanceof Element && e.target.closest('.lock-tick')) return ticks.toggle(index);
              onChoose(index);
            }}
          >
            {row(index, { selected: index === selected, active: index === cursor })}
          </div>
        ))}
      </div>
    </div>
  );
};
