import { z } from 'zod';
import { Id, Latitude, Line, Longitude, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

const write = {
  interest_name: Line(60).min(1, { error: 'required' }),
  /** WGS-84 */
  lng: Longitude,
  lat: Latitude,
  isShowMap: z.boolean(),
};
/** Places worth a name: depots, customs, fuel stations. */
export const interests = resource({
  path: 'interest',
  menu: 'interest',
  title: { zh: '兴趣点', en: 'point of interest' },
  row: { ...write, org_name: z.string(), create_time: Time },
  write,
  filter: { isShowMap: z.boolean().optional() },
  sort: ['interest_name', 'create_time'],
});

export const ShownInterest = z.object({
  id: Id,
  interest_name: write.interest_name,
  lng: Longitude,
  lat: Latitude,
});
export type ShownInterest = z.output<typeof ShownInterest>;
