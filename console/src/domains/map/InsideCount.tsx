import { fences } from '@plomb/contract/map/fences';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useNumber } from '../../ui/useNumber.ts';

type Counted = { inside: number; at_least: boolean };
let waiting = new Map<number, PromiseWithResolvers<Counted | null>>();
/** What a list asks for at once goes as one call. */
const ask = async (): Promise<void> => {
  const all = waiting;
  waiting = new Map();
  try {
    const { rows } = await send(fences.inside, { ids: [...all.keys()] }, { quiet: true });
    for (const [id, { resolve }] of all) resolve(rows.find((row) => row.id === id) ?? null);
  } catch (error) {
    for (const { reject } of all.values()) reject(error);
  }
};
const countOf = (id: number): Promise<Counted | null> => {
  const known = waiting.get(id) ?? Promise.withResolvers<Counted | null>();
  waiting.set(id, known);
  if (waiting.size === 1) queueMicrotask(() => void ask());
  return known.promise;
};
const AGAIN_MS = 60_000;

/** How many of the locks that a fence is for are in it now. */
export const InsideCount = ({ id }: { id: number }) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const { data } = useQuery({
    queryKey: [fences.inside.path, id],
    queryFn: () => countOf(id),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
  if (!data) return '–';
  return data.at_least ? t('fences.atLeast', { figure: number(data.inside) }) : number(data.inside);
};
