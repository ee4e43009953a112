import type { deviceCalls } from '@plomb/contract/devices/domain';
import type { Call } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { send } from '../platform/client.ts';
import { useSession } from '../platform/session.ts';

type People = typeof deviceCalls.stock.people;

/** One of many people, found by name; the first twenty without a word. */
export const PersonSelect = ({
  of,
  asked,
  words,
  butMe = false,
  known,
  onChange,
  ...field
}: {
  /** finds people by name */
  of: Call<People['input'], People['output']>;
  /** what it is asked besides */
  asked?: object;
  words: { hint: string; nobody: string };
  butMe?: boolean;
  /** who is chosen already, by name */
  known?: { id: number; oper_name: string } | undefined;
  allowClear?: boolean;
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) => {
  const [keyword, setKeyword] = useState('');
  /** stays named when another search is answered */
  const [chosen, setChosen] = useState<{ value: number; label: string } | null>(
    known ? { value: known.id, label: known.oper_name } : null,
  );
  const me = useSession((s) => s.oper?.id);
  const { data, isFetching } = useQuery({
    queryKey: [of.path, keyword, asked],
    queryFn: () => send(of, { ...asked, keyword }, { quiet: true }),
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const found = (data?.rows ?? [])
    .filter(({ id }) => !butMe || id !== me)
    .map((person) => ({ value: person.id, label: `${person.oper_name} · ${person.org_name}` }));
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={words.hint}
      notFoundContent={isFetching ? null : words.nobody}
      options={
        chosen && keyword === '' && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
      }
      onChange={(id: number, option) => {
        setChosen(option as { value: number; label: string });
        onChange?.(id);
      }}
    />
  );
};
