/** Places with typed but unsaved input, by the tab they stand in. */
const places = new Map<symbol, string>();

/** Declares that the tab at `path` holds unsaved input; answers how to take it back. For `useEffect`. */
export const markUnsaved = (path: string): (() => void) => {
  const place = Symbol(path);
  places.set(place, path);
  return () => {
    places.delete(place);
  };
};

export const hasUnsaved = (paths?: readonly string[]): boolean =>
  [...places.values()].some((path) => paths === undefined || paths.includes(path));

/** The browser's own question before the whole page goes away. */
export const guardUnload = (): void =>
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
