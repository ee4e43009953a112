import type { OutputOf } from '@plomb/contract/kit/call';
import type { systemCalls } from '@plomb/contract/system/domain';
import type { RowOf } from '../../../ui/list/resourceTypes.ts';

export type Dictionary = RowOf<typeof systemCalls.dictionaries>;
export type Item = OutputOf<typeof systemCalls.dictionaryItems.list>['rows'][number];
