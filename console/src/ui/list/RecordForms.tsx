import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { whenIdle } from '../../platform/idle.ts';
import { fetchAhead } from '../later.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { RecordForm } from './RecordForm.tsx';
import type { EditedOf, ResourceCalls, WriteOf } from './resourceTypes.ts';
import { useTheList } from './useList.ts';
import { readRecord } from './useRecord.ts';

export interface FormOf<R extends ResourceCalls> {
  /** what one of them is called, in "Add …" */
  noun?: string;
  /** its fields; with the record it edits, none for a new one */
  form?: ReactNode | ((record: EditedOf<R> | undefined) => ReactNode);
  /** what the form of a new record starts with */
  blank?: Partial<WriteOf<R>>;
  /** a record as its form holds it, where that is not the same: a text becomes a date */
  toForm?: (record: EditedOf<R>) => object;
}

/** The form that the address says is open: of a new record, or of one that exists. */
export const RecordForms = <R extends ResourceCalls>(
  props: FormOf<R> & {
    of: R;
    name: (record: EditedOf<R>) => string;
    save: (values: WriteOf<R>, version: string, stored: () => void) => Promise<void>;
  },
) => {
  const { of, form, save, toForm, name } = props;
  const { t } = useTranslation('ui');
  const { open, show } = useTheList();
  const close = (): void => show({ edit: null });
  useEffect(() => whenIdle(fetchAhead), []);
  const fields = (record: EditedOf<R> | undefined): ReactNode => (typeof form === 'function' ? form(record) : form);
  if (open.edit === 'new' && of.add)
    return (
      <RecordForm<WriteOf<R> & object>
        title={t('add', { title: props.noun ?? '' })}
        initial={props.blank ?? {}}
        save={save}
        close={close}
        schema={of.add.input}
      >
        {fields(undefined)}
      </RecordForm>
    );
  if (typeof open.edit !== 'number' || !of.update) return null;
  const { edit } = open;
  return (
    <RecordEditor<WriteOf<R> & object, EditedOf<R>>
      key={edit}
      queryKey={[(of.detail ?? of.list).path, edit]}
      read={() => readRecord(of, edit)}
      toForm={toForm}
      title={(record) => `${t('edit')} ${record ? name(record) : ''}`}
      save={save}
      close={close}
      schema={of.update.input}
    >
      {fields}
    </RecordEditor>
  );
};
