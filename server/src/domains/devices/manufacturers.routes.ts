import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { crud } from '../../platform/crud.ts';
import { serve } from '../../platform/serve.ts';
import { owned, refuseShared } from './owned.ts';

const plain = crud(manufacturers, {
  table: 'manufacturer',
  rows: owned('manufacturer'),
  search: ['factoryCode', 'factoryName'],
  label: 'factoryName',
  isOwned: true,
});

export const manufacturerRoutes = serve(manufacturers, {
  ...plain,
  async update(input, ctx) {
    await refuseShared('manufacturer', [input.id], ctx);
    return plain.update(input, ctx);
  },
  async delete(input, ctx) {
    await refuseShared('manufacturer', input.ids, ctx);
    return plain.delete(input, ctx);
  },
});
