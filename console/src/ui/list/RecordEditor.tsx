import { versionField } from '@plomb/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { RecordForm } from './RecordForm.tsx';

/**
 * The form of a record that exists. It is read when the form opens, and stays from then on: whatever becomes of the list
 * beside it, nothing typed goes away. `save` is told the version that was read, so that a colleague's change is not
 * overwritten unseen.
 */
export const RecordEditor = <Values extends object, Row extends { id: number; version?: string }>(props: {
  /** what is read, to be asked for once */
  queryKey: readonly unknown[];
  read: () => Promise<Row>;
  /** the record as the form holds it, where that is not the same */
  toForm?: ((row: Row) => object) | undefined;
  title: (row: Row | undefined) => string;
  save: (values: Values & { version: string }, version: string, stored: () => void) => Promise<void>;
  close: () => void;
  schema?: z.ZodObject;
  children: (row: Row) => ReactNode;
}) => {
  const { queryKey, read, toForm } = props;
  const loaded = useQuery({
    queryKey: ['edited', ...queryKey],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // kept here: the page may lie hidden for so long that the answer is forgotten
  const [kept, keep] = useState<Row>();
  if (!kept && loaded.data) keep(loaded.data);
  const inForm = (row: Row): object => (toForm ? { ...toForm(row), [versionField]: row.version } : row);
  return (
    <RecordForm<Values>
      title={props.title(kept)}
      initial={kept && inForm(kept)}
      failure={kept ? null : loaded.error}
      save={(values, version, stored) => props.save({ ...values, version }, version, stored)}
      latest={async () => inForm(await read())}
      close={props.close}
      schema={props.schema}
    >
      {kept && props.children(kept)}
    </RecordForm>
  );
};
