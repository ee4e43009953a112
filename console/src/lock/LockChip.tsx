import { FilterChip } from '../ui/list/FilterChip.tsx';
import { useTheList } from '../ui/list/useList.ts';

interface Named {
  device_id: number | null;
  sn: string;
  device_name: string;
}

/** Narrows a list of records to one lock: one of those in sight, or the one whose number the address brought along. */
export const LockChip = ({ label, rows }: { label: string; rows: readonly Named[] | undefined }) => {
  const { device_id: chosen } = useTheList().query;
  const locks = new Map<number, string>();
  if (typeof chosen === 'number') locks.set(chosen, `#${chosen}`);
  for (const row of rows ?? [])
    if (row.sn && row.device_id !== null)
      locks.set(row.device_id, row.device_name ? `${row.device_name} · ${row.sn}` : row.sn);
  return <FilterChip name="device_id" label={label} options={[...locks].map(([value, label]) => ({ value, label }))} />;
};
