import type { logisticsCalls } from '@plomb/contract/logistics/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/client.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';

type Found = typeof logisticsCalls.logisticsBatches.owners | typeof logisticsCalls.logisticsBatches.templates;

/** Narrows by one of very many, found by name; none of them is fetched before somebody looks for one. */
export const FoundChip = ({
  name,
  label,
  of,
  first = [],
}: {
  name: string;
  label: string;
  of: Found;
  /** what stands before those that are found */
  first?: readonly { value: number; label: string }[];
}) => {
  const { [name]: chosen } = useTheList().query;
  const [sought, look] = useState<string | null>(null);
  const isOther = typeof chosen === 'number' && !first.some(({ value }) => value === chosen);
  const { data } = useQuery({
    queryKey: [of.path, sought ?? '', chosen ?? null],
    queryFn: ({ signal }) =>
      send(of, { keyword: sought ?? '', ...(isOther && { id: chosen }) }, { quiet: true, signal }),
    enabled: sought !== null || isOther,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const found = (data?.rows ?? [])
    .filter(({ id }) => !first.some(({ value }) => value === id))
    .map((one) => ({ value: one.id, label: [one.name, one.org_name].filter(Boolean).join(' · ') }));
  const unknown =
    isOther && !found.some(({ value }) => value === chosen) ? [{ value: chosen, label: `#${chosen}` }] : [];
  return <FilterChip name={name} label={label} options={[...first, ...unknown, ...found]} look={look} />;
};
