import type { OutputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { dictColours } from '@plomb/contract/words/word';
import { Form, Input, Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { WordTag } from '../../../ui/DictTag.tsx';
import { RecordEditor } from '../../../ui/list/RecordEditor.tsx';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';
import type { Item } from './dictionary.ts';
import { WordFields } from './WordFields.tsx';

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
  const lang = useSettings((s) => s.lang);
  const fixed = item !== 'new' && item.fixed;
  const fields = (
    <>
      <Form.Item
        name="item_code"
        label={t('itemCode')}
        rules={[
          { required: true, message: fieldErrors.required[lang] },
          { pattern: /^[\w.-]+$/, message: fieldErrors.code[lang] },
        ]}
        {...(fixed ? { extra: t('fixed') } : {})}
      >
        <Input maxLength={40} disabled={fixed} />
      </Form.Item>
      <WordFields name="item_text" />
      <Form.Item name="colour" label={t('colour')}>
        <Radio.Group
          options={dictColours.map((value) => ({
            value,
            label: <WordTag colour={value}>{t(`colours.${value}`)}</WordTag>,
          }))}
        />
      </Form.Item>
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked" extra={t('enabledHint')}>
        <Switch />
      </Form.Item>
    </>
  );
  if (item === 'new')
    return (
      <RecordForm<Values> title={t('addItem')} initial={{ colour: 'grey', enabled: true }} save={save} close={close}>
        {fields}
      </RecordForm>
    );
  return (
    <RecordEditor<Values, OutputOf<typeof calls.dictionaryItems.detail>>
      detail={calls.dictionaryItems.detail}
      id={item.id}
      title={() => t('editItem', { code: item.item_code })}
      save={save}
      close={close}
    >
      {fields}
    </RecordEditor>
  );
};
