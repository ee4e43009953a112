import { Field } from '../form/Field.tsx';
import { later } from '../later.tsx';
import type { RecordDrawerProps } from './RecordDrawer.tsx';

const Drawer = later(async () => {
  const [{ RecordDrawer }] = await Promise.all([import('./RecordDrawer.tsx'), Field.fetch()]);
  return RecordDrawer;
});

/** The form of a record. No list needs it before it is opened. */
export const RecordForm = <Values extends object>(props: RecordDrawerProps<Values>) => (
  <Drawer {...(props as unknown as RecordDrawerProps<object>)} />
);
