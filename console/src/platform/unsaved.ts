/** Places with typed but unsaved input, by the tab they stand in. */
const places = new Map<symbol, { path: string; saved: () => boolean; keeps: boolean }>();
let onTop: string | null = null;

/**
 * Declares that the tab at `path` holds unsaved input; answers how to take it back. For `useEffect`. A page that only
 * goes behind another one runs its clean-ups too, but keeps what was typed: then the mark stays. `saved`: it is saved by
 * now, though the page has not been drawn since. `keeps`: the page keeps it whatever address of its own it goes to.
 */
export const markUnsaved = (
  path: string,
  saved: () => boolean = () => false,
  { keeps = false }: { keeps?: boolean } = {},
): (() => void) => {
  const place = Symbol(path);
  places.set(place, { path, saved, keeps });
  return () => {
    if (onTop === null || onTop === path) places.delete(place);
  };
};

/** Forgets the marks of these tabs, or all: what was typed there was given up. */
export const forgetUnsaved = (paths?: readonly string[]): void => {
  for (const [place, { path }] of places) if (paths === undefined || paths.includes(path)) places.delete(place);
};

/** Which page is looked at now, told before its effects run: it marks again what it holds. */
export const comeOnTop = (path: string): void => {
  onTop = path;
  forgetUnsaved([path]);
};

export const hasUnsaved = (paths?: readonly string[]): boolean =>
  [...places.values()].some(({ path, saved }) => !saved() && (paths === undefined || paths.includes(path)));

/** The page at this path would lose something by another address of its own. */
export const losesWithin = (within: string): boolean =>
  [...places.values()].some(({ path, saved, keeps }) => !keeps && !saved() && path === within);

/** The browser's own question before the whole page goes away. */
export const guardUnload = (): void =>
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
