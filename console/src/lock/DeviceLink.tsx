import { deviceCalls } from '@plomb/contract/devices/domain';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { useMay } from '../platform/may.ts';
import { WithinLink } from '../ui/withinLink.ts';
import './deviceLink.css';

/** A device by a name of it, and the way to its page for whoever may open that; null: it is none. */
export const DeviceLink = ({ id, children }: { id: number | null; children: ReactNode }) => {
  const may = useMay()(deviceCalls.devices.detail);
  if (use(WithinLink) || !may || id === null) return children;
  return (
    <Link className="device-link" to={`/device/${id}`}>
      {children}
    </Link>
  );
};
