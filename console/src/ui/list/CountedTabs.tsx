import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { send } from '../../platform/client.ts';
import { usePage } from '../page.ts';
import { useTheList } from './useList.ts';
import './list.css';

/** How a list is looked through, with how many there are of each. */
export const CountedTabs = <Tab extends string, C extends Call>(props: {
  label: string;
  tabs: readonly Tab[];
  value: Tab;
  /** the one that stands where none is said */
  usual: Tab;
  word: (tab: Tab) => string;
  counts: C;
  input: InputOf<C>;
  /** null: of this one there is none to tell */
  count: (counted: OutputOf<C>, tab: Tab) => ReactNode;
}) => {
  const { label, tabs, value, usual, word, counts, input, count } = props;
  const { change } = useTheList();
  const { active } = usePage();
  const { data } = useQuery({
    queryKey: [counts.path],
    queryFn: ({ signal }) => send(counts, input, { quiet: true, signal }),
    refetchInterval: active ? 15_000 : false,
  });
  return (
    <Segmented<Tab>
      className="counted-tabs"
      aria-label={label}
      // its parts are what one goes to; the whole would be one stop more, where no key does anything
      tabIndex={-1}
      value={value}
      onChange={(tab) => change({ tab: tab === usual ? undefined : tab })}
      options={tabs.map((tab) => {
        const counted = data && count(data, tab);
        return {
          value: tab,
          label: (
            <span data-tab={tab}>
              {word(tab)} {counted != null && <b>{counted}</b>}
            </span>
          ),
        };
      })}
    />
  );
};
