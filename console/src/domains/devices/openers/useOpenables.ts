import { deviceCalls } from '@plomb/contract/devices/domain';
import type { OpenerAsked } from '@plomb/contract/devices/openable';
import type { InputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import type { Query } from '../../../ui/list/listQuery.ts';
import { usePage } from '../../../ui/page.ts';

const { list } = deviceCalls.openable;
/** An order that ends, a right that begins: it is asked again by itself, of ten thousand locks more seldom than of one. */
const EVERY = 60_000;

/** Of whom the address asks; null: of nobody yet. */
export const whomOf = ({ of, who }: Query): { of: OpenerAsked; who: number } | null =>
  typeof of === 'string' && typeof who === 'number' ? { of: of as OpenerAsked, who } : null;

/** What the address asks of a person, a key or a card. */
export const useOpenables = (query: Query) => {
  const { active } = usePage();
  const asked = query as InputOf<typeof list>;
  return useQuery({
    queryKey: [list.path, asked],
    queryFn: () => send(list, asked, { quiet: true }),
    placeholderData: (before, of) =>
      (of?.queryKey[1] as typeof asked)?.who === asked.who ? keepPreviousData(before) : undefined,
    refetchInterval: active ? EVERY : false,
    enabled: whomOf(query) !== null,
  });
};
