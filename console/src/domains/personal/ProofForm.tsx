import type { FormInstance } from 'antd';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
import { beside } from '../../ui/form/Said.tsx';

export interface Proof {
  password: string;
  code: string;
}

/** Puts what the server said about a code beside its field. */
export const showRefusal = <P extends Proof>(form: FormInstance<P>, error: unknown): void =>
  mark(form as unknown as FormInstance<Proof & { address: string }>, error);
const mark = (form: FormInstance<Proof & { address: string }>, error: unknown): void => {
  if (!(error instanceof Refused)) return;
  if (error.sign === 'secondFactor') form.setFields([{ name: 'code', value: '', errors: beside(error.desc) }]);
  for (const name of ['password', 'code', 'address'] as const) {
    const words = error.fields[name];
    if (words) form.setFields([{ name, errors: beside(words) }]);
  }
};

export const PasswordItem = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const { t } = useTranslation('personal');
  return (
    <Form.Item
      name="password"
      label={t('password')}
      rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
    >
      <Input.Password autoComplete="current-password" maxLength={128} autoFocus={autoFocus} />
    </Form.Item>
  );
};

export const CodeItem = ({
  autoFocus = false,
  hint = true,
  label,
}: {
  autoFocus?: boolean;
  hint?: boolean;
  label?: string;
}) => {
  const { t } = useTranslation('personal');
  return (
    <Form.Item
      name="code"
      label={label ?? t('code')}
      extra={hint ? t('codeHint') : undefined}
      rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
    >
      <Input
        className="mono"
        autoComplete="one-time-code"
        inputMode={hint ? 'text' : 'numeric'}
        spellCheck={false}
        maxLength={20}
        autoFocus={autoFocus}
      />
    </Form.Item>
  );
};
