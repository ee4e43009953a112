import { z } from 'zod';
import { Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

const write = {
  /** where on the vehicle: the right door, the hatch of tank 1 */
  position: Line(40).min(1, { error: 'required' }),
  /** what is done there: loading, discharge */
  process_name: Line(40).min(1, { error: 'required' }),
};

/** Positions that plans are made of: seen in the organisation that has them and in those below it. */
export const sealPositions = resource({
  path: 'sealPosition',
  menu: 'sealPosition',
  title: { zh: '施封位置', en: 'sealing position' },
  row: { ...write, org_name: z.string(), create_time: Time },
  write,
  filter: {},
  sort: ['position', 'process_name', 'create_time'],
});
