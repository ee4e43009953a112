import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { whileRunning } from '../platform/progress.ts';
import { whenServed } from '../platform/release.ts';

type Loaded = { [name: string]: ComponentType };
/** Every page file, known when the console is built; the server only names one of them, it never says what to import. */
const files = import.meta.glob<Loaded>('../domains/**/*Page.tsx');
const fileOf = (view: string): string => `../domains/${view}.tsx`;

const made = new Map<string, LazyExoticComponent<ComponentType>>();

/** The component of a view, loaded when first shown; null when this console has no such page. */
export const viewOf = (view: string): LazyExoticComponent<ComponentType> | null => {
  const load = files[fileOf(view)];
  if (!load) return null;
  const known = made.get(view);
  if (known) return known;
  const name = view.split('/').at(-1) ?? '';
  const component = lazy(async () => {
    const loaded = await whileRunning(whenServed(load)).catch((error: unknown) => {
      made.delete(view); // a failure is not kept: refreshing the tab tries again
      throw error;
    });
    const found = loaded[name];
    if (!found) throw new Error(`${fileOf(view)} exports no ${name}`);
    return { default: found };
  });
  made.set(view, component);
  return component;
};
