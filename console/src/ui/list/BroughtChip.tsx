import type { ReactNode } from 'react';
import { FilterChip } from './FilterChip.tsx';
import { useTheList } from './useList.ts';

/** What a link narrowed the list to and nobody chooses here: said, and taken off. Nothing where nothing was brought along. */
export const BroughtChip = <Value extends number | boolean>({
  name,
  label,
  word,
}: {
  name: string;
  label: string;
  /** what it is called; of a record that is not in sight: nothing, and its number stands for it */
  word: (value: Value) => ReactNode;
}) => {
  const { [name]: brought } = useTheList().query;
  if (typeof brought !== 'number' && typeof brought !== 'boolean') return null;
  const value = brought as Value;
  return <FilterChip name={name} label={label} options={[{ value, label: word(value) || `#${value}` }]} />;
};
