import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../platform/may.ts';

/** To a batch, for whoever sees batches. */
export const BatchLink = ({ id, children }: { id: number; children: ReactNode }) => {
  const may = useMay();
  if (!may(logisticsCalls.logisticsBatches.list)) return <span className="mono">{children}</span>;
  return (
    <Link className="mono" to={`/logisticsBatch/${id}`}>
      {children}
    </Link>
  );
};
