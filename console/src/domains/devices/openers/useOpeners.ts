import { deviceCalls } from '@plomb/contract/devices/domain';
import type { InputOf } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import type { List } from '../../../ui/list/useList.ts';
import { usePage } from '../../../ui/page.ts';

const { list } = deviceCalls.openers;
/** An order that ends, a right that begins: it is asked again by itself. */
const EVERY = 20_000;

/** What the address asks of one lock; null: of none yet. `isWhole`: whatever it is narrowed to, and no rows. */
export const useOpeners = ({ query }: Pick<List, 'query'>, deviceId: number | null, isWhole = false) => {
  const { active } = usePage();
  const { operation, at } = query;
  const asked = { ...(isWhole ? { operation, at, size: 1 } : query), device_id: deviceId } as InputOf<typeof list>;
  return useQuery({
    queryKey: [list.path, asked],
    queryFn: () => send(list, asked, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: active ? EVERY : false,
    enabled: deviceId !== null && (!isWhole || Boolean(query.keyword)),
  });
};
