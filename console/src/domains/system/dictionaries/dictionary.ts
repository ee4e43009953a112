import type { calls } from '@plomb/contract/calls';
import type { OutputOf } from '@plomb/contract/kit/call';
import type { RowOf } from '../../../ui/list/resourceTypes.ts';

export type Dictionary = RowOf<typeof calls.dictionaries>;
export type Item = OutputOf<typeof calls.dictionaryItems.list>['rows'][number];
