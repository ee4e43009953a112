import type { Alarm } from '@plomb/contract/alarms/alarms';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { Link } from 'react-router';
import { useMay } from '../../platform/may.ts';

/** The batch on whose way an alarm rang, with the plate that carries it; to its journey, for whoever sees batches. */
export const AlarmBatch = ({ of: { id, serial, plate } }: { of: NonNullable<Alarm['batch']> }) => {
  const words = `${serial} · ${plate}`;
  return useMay()(logisticsCalls.logisticsBatches.list) ? (
    <Link to={`/logisticsBatch/${id}`}>{words}</Link>
  ) : (
    <span>{words}</span>
  );
};
