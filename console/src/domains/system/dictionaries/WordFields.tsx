import { fieldErrors } from '@plomb/contract/errors';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';

/** A text in both languages. */
export const WordFields = ({ name }: { name: string }) => {
  const { t } = useTranslation('system/dictionaries');
  const lang = useSettings((s) => s.lang);
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  return (
    <div className="form-columns">
      <Form.Item name={[name, 'zh']} label={t('chinese')} rules={[required]}>
        <Input maxLength={60} lang="zh-CN" />
      </Form.Item>
      <Form.Item name={[name, 'en']} label={t('english')} rules={[required]}>
        <Input maxLength={80} lang="en" />
      </Form.Item>
    </div>
  );
};
