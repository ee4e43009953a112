import { type BaseMapKind, type baseMaps, type ScriptKind, scriptKinds } from '@plomb/contract/basemaps/baseMaps';
import type { OutputOf } from '@plomb/contract/kit/call';

/** A base map other than the offline one, as the server offers it, and what it has to be asked for besides. */
export type BaseMap = OutputOf<typeof baseMaps.shown>['rows'][number] & {
  /** how it draws itself, where it has a style of its own */
  style?: string;
  /** with which its vendor gives tiles, and says whose they are */
  session?: string;
};

/** Begins the names of its sources and layers: they come and go with it, all others stay. */
export const STREET = 'street-';

/** Drawn by its vendor's own script, below our map. */
export const isScript = (kind: BaseMapKind): kind is ScriptKind => (scriptKinds as readonly string[]).includes(kind);

/** The library takes what it is told of sources for HTML. */
export const plainText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
