import { fieldErrors } from '@plomb/contract/errors';
import { temporaryPasswordLength } from '@plomb/contract/system/operators/operators';
import { Button, Form, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Said } from '../ui/form/Said.tsx';

// none that are mistaken for another when read out
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
export const madePassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(10)), (n) => letters[n % letters.length]).join('');

/** A password somebody sets for another person, and therefore reads: shown, and made at a press. */
export const TemporaryPassword = ({ name = 'password' }: { name?: string }) => {
  const { t } = useTranslation('system/operators');
  const form = Form.useFormInstance();
  return (
    <Form.Item label={t('form.password')} extra={t('form.passwordHint')} required>
      <Space.Compact block>
        <Form.Item
          name={name}
          noStyle
          rules={[
            { required: true, whitespace: true, message: t('reset.missing') },
            {
              transform: (text: string) => text.trim(),
              min: temporaryPasswordLength,
              message: <Said text={fieldErrors.passwordShort} />,
            },
          ]}
        >
          <Input
            className="mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            aria-label={t('form.password')}
          />
        </Form.Item>
        <Button
          onClick={() => {
            form.setFieldValue(name, madePassword());
            void form.validateFields([name]);
          }}
        >
          {t('form.make')}
        </Button>
      </Space.Compact>
    </Form.Item>
  );
};
