import type { OutputOf } from '@plomb/contract/kit/call';
import { dictColours } from '@plomb/contract/kit/word';
import { systemCalls } from '@plomb/contract/system/domain';
import { Input, Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { WordTag } from '../../../ui/DictTag.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { RecordEditor } from '../../../ui/list/RecordEditor.tsx';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';
import type { Item } from './dictionary.ts';
import { WordFields } from './WordFields.tsx';

const { add, update, detail } = systemCalls.dictionaryItems;
type Values = Pick<Item, 'item_code' | 'item_text' | 'colour' | 'enabled'>;

export const ItemForm = ({
  item,
  save,
  close,
}: {
  item: Item | 'new';
  save: (values: Values & { version?: string }) => Promise<void>;
  close: () => void;
}) => {
  const { t } = useTranslation('system/dictionaries');
  const fixed = item !== 'new' && item.fixed;
  const fields = (
    <>
      <Field name="item_code" label={t('itemCode')} {...(fixed ? { extra: t('fixed') } : {})}>
        <Input disabled={fixed} />
      </Field>
      <WordFields name="item_text" />
      <Field name="colour" label={t('colour')}>
        <Radio.Group
          options={dictColours.map((value) => ({
            value,
            label: <WordTag colour={value}>{t(`colours.${value}`)}</WordTag>,
          }))}
        />
      </Field>
      <Field name="enabled" label={t('enabled')} valuePropName="checked" extra={t('enabledHint')}>
        <Switch />
      </Field>
    </>
  );
  if (item === 'new')
    return (
      <RecordForm<Values>
        title={t('addItem')}
        initial={{ colour: 'grey', enabled: true }}
        save={save}
        close={close}
        schema={add.input}
      >
        {fields}
      </RecordForm>
    );
  return (
    <RecordEditor<Values, OutputOf<typeof detail>>
      queryKey={[detail.path, item.id]}
      read={() => send(detail, { id: item.id }, { quiet: true })}
      title={() => t('editItem', { code: item.item_code })}
      save={save}
      close={close}
      schema={update.input}
    >
      {() => fields}
    </RecordEditor>
  );
};
