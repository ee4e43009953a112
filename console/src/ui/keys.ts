import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { type KeybindingPress, matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { create } from 'zustand';
import { isAnythingAbove, isSomethingOver } from './over.ts';

/** What a key does here. */
export interface Key {
  /** as tinykeys writes them (`Control+k`, `[Shift]+?`); any of them will do */
  keys: readonly string[];
  /** in the reader's language */
  does: string;
  /** false: not now, the key stays whoever's it is. Without it another (the browser, a library) hears the key, and this only tells. */
  press?: (event: KeyboardEvent) => unknown;
  /** Types nothing, so it is heard in a field too. */
  inFields?: true;
  /** Also above a dialog. */
  everywhere?: true;
}
export interface Place {
  title: string;
  keys: readonly Key[];
}
interface Heard extends Key {
  presses: readonly KeybindingPress[];
}

/** Every key that does something on the page now, by where; what came last is heard first. */
export const usePlaces = create<{ places: readonly Place[] }>(() => ({ places: [] }));

/** Our own keys are one press each, never a sequence. */
const parsed = (keys: readonly string[]): KeybindingPress[] => keys.flatMap((key) => parseKeybinding(key));
const isOf = (presses: readonly KeybindingPress[], event: KeyboardEvent): boolean =>
  presses.some((press) => matchKeybindingPress(event, press));

const writesNothing = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);
const isField = (at: Element): boolean => {
  const field = at.closest('input, textarea, select, [contenteditable]:not([contenteditable=false])');
  return field !== null && !(field instanceof HTMLInputElement && writesNothing.has(field.type));
};
const inOwnKeys = '[role=dialog], [role=menu], .ant-popover, .ant-select-dropdown';

const isHeard = (key: Key, event: KeyboardEvent): boolean => {
  const at = event.target instanceof Element ? event.target : null;
  if (!key.inFields && at && isField(at)) return false;
  if (key.everywhere) return true;
  if (at?.closest(inOwnKeys)) return false;
  if (event.key !== 'Escape') return !isSomethingOver();
  // a search with something in it empties itself first
  return !isAnythingAbove() && !(at instanceof HTMLInputElement && at.type === 'search' && at.value !== '');
};

const hear = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  for (const { keys } of usePlaces.getState().places.toReversed())
    for (const key of keys as readonly Heard[])
      if (key.press && isOf(key.presses, event) && isHeard(key, event) && key.press(event) !== false) {
        event.preventDefault();
        return;
      }
};

const tell = (place: Place): (() => void) => {
  const { places } = usePlaces.getState();
  if (places.length === 0) window.addEventListener('keydown', hear);
  usePlaces.setState({ places: [...places, place] });
  return () => {
    const left = usePlaces.getState().places.filter((other) => other !== place);
    if (left.length === 0) window.removeEventListener('keydown', hear);
    usePlaces.setState({ places: left });
  };
};

/**
 * Keys of the page, heard wherever the focus is for as long as the page is on top, and told by `?`. None is heard while
 * somebody types, unless it says so; a dialog, a menu or a list that is open has its own first.
 */
export const useKeys = (title: string, keys: readonly Key[]): void => {
  const press = useEffectEvent((at: number, event: KeyboardEvent) => keys[at]?.press?.(event));
  const told = JSON.stringify([
    title,
    keys.map(({ press: heard, ...key }) => ({ ...key, heard: heard !== undefined })),
  ]);
  useEffect(() => {
    const [place, list] = JSON.parse(told) as [string, (Key & { heard: boolean })[]];
    return tell({
      title: place,
      keys: list.map(({ heard, ...key }, at) => ({
        ...key,
        presses: parsed(key.keys),
        ...(heard && { press: (event: KeyboardEvent) => press(at, event) }),
      })),
    });
  }, [told]);
};

/**
 * Keys of one element, heard while the focus is in it, and told by `?` for as long as it is there. A field within it has all its
 * keys for itself.
 */
export const useKeysHere = (title: string, keys: readonly Key[]): ((event: ReactKeyboardEvent) => void) => {
  useKeys(
    title,
    keys.map(({ press: _, ...told }) => told),
  );
  return (event) => {
    const { nativeEvent, target, currentTarget } = event;
    if (nativeEvent.isComposing || (target !== currentTarget && target instanceof Element && isField(target))) return;
    const key = keys.find((one) => one.press && isOf(parsed(one.keys), nativeEvent));
    if (key?.press && key.press(nativeEvent) !== false) event.preventDefault();
  };
};

const isMac = /Mac|iPod|iPhone|iPad/.test(navigator.platform);
const signs: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Meta: '⌘',
  Escape: 'Esc',
  Space: 'Space',
};
/** How a key's sign stands on the keyboard in front of the reader: of `Control+k` and `Meta+k` only the one it has. */
export const signsOf = (keys: readonly string[]): string[][] =>
  keys
    .filter((key) => !key.startsWith(isMac ? 'Control+' : 'Meta+'))
    .map((key) =>
      key
        .split(/(?<=\w|\])\+/)
        .filter((part) => !part.startsWith('['))
        .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    );
