import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/form/Field.tsx';

/** A text in both languages. */
export const WordFields = ({ name }: { name: string }) => {
  const { t } = useTranslation('system/dictionaries');
  return (
    <div className="form-columns">
      <Field name={[name, 'zh']} label={t('chinese')}>
        <Input lang="zh-CN" />
      </Field>
      <Field name={[name, 'en']} label={t('english')}>
        <Input lang="en" />
      </Field>
    </div>
  );
};
