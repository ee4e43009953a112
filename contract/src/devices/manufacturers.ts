import { call, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

import { CatalogueCode, Owner, owner } from './owner.ts';

const manufacturerFields = {
  factoryCode: CatalogueCode,
  factoryName: Line(60).min(1, { error: 'required' }),
};
const manufacturerPlain = resource({
  path: 'manufacturer',
  menu: 'manufacturer',
  title: { zh: '厂商', en: 'manufacturer' },
  row: { ...manufacturerFields, ...owner, create_time: Time },
  write: manufacturerFields,
  filter: {},
  sort: ['factoryCode', 'factoryName', 'create_time'],
});
export const manufacturers = {
  ...manufacturerPlain,
  add: call({ ...manufacturerPlain.add, input: manufacturerPlain.add.input.extend(Owner) }),
};
