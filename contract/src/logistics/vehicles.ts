import { z } from 'zod';
import { Id, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

const write = {
  plate: Line(20).min(1, { error: 'required' }),
  enterprise: Line(100).min(1, { error: 'required' }),
};

/** Vehicles that carry batches: a plate is one vehicle of an organisation. */
export const vehicles = resource({
  path: 'vehicle',
  menu: 'vehicle',
  title: { zh: '车辆', en: 'vehicle' },
  row: {
    ...write,
    org_name: z.string(),
    creator: z.string(),
    create_time: Time,
    update_time: Time,
    /** the batch it is on, from its plan to its end; null: it is free */
    batch_id: Id.nullable(),
    serial: z.string(),
  },
  write,
  filter: {},
  sort: ['plate', 'enterprise', 'create_time', 'update_time'],
});
