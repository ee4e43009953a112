import type { Call } from '@plomb/contract/call';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { send } from '../../platform/client.ts';
import { RecordForm } from './RecordForm.tsx';

/**
 * The form of a record that exists. It is read by its id when the form opens, and stays from then on: whatever becomes
 * of the list beside it, nothing typed goes away. `save` is told the version that was read, so that a colleague's change
 * is not overwritten unseen.
 */
export const RecordEditor = <Values extends object, Row extends { id: number; version: string }>(props: {
  detail: Call;
  id: number;
  title: (row: Row | undefined) => string;
  save: (values: Values & { version: string }) => Promise<void>;
  close: () => void;
  children: ReactNode | ((row: Row) => ReactNode);
}) => {
  const { detail, id, children } = props;
  const read = async (): Promise<Row> => (await send(detail, { id }, { quiet: true })) as Row;
  const loaded = useQuery({
    queryKey: ['edited', detail.path, id],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // kept here: the page may lie hidden for so long that the answer is forgotten
  const [kept, keep] = useState<Row>();
  if (!kept && loaded.data) keep(loaded.data);
  return (
    <RecordForm<Values>
      title={props.title(kept)}
      initial={kept}
      failure={kept ? null : loaded.error}
      save={(values, version) => props.save({ ...values, version })}
      latest={read}
      close={props.close}
    >
      {typeof children === 'function' ? kept && children(kept) : children}
    </RecordForm>
  );
};
