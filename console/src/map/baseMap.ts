import { type BaseMapKind, type baseMaps, type ScriptKind, scriptKinds } from '@plomb/contract/basemaps/baseMaps';
import type { OutputOf } from '@plomb/contract/kit/call';

/** A base map other than the offline one, as the server offers it. */
export type BaseMap = OutputOf<typeof baseMaps.shown>['rows'][number];

/** Begins the names of its sources and layers: they come and go with it, all others stay. */
export const STREET = 'street-';

/** Drawn by its vendor's own script, below our map. */
export const isScript = (kind: BaseMapKind): kind is ScriptKind => (scriptKinds as readonly string[]).includes(kind);
