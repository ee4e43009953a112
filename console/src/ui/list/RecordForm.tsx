import { Alert, Button, Drawer, Form } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';

/** The form of a record at the right edge: errors beside their fields, focus on the first, nothing lost by accident. */
export const RecordForm = <Values extends object>({
  title,
  initial,
  save,
  close,
  children,
}: {
  title: string;
  initial: Partial<Values>;
  save: (values: Values) => Promise<void>;
  close: () => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [wrong, setWrong] = useState(0);
  // a saved form closes at once, before React has drawn that it is no longer dirty
  const saved = useRef(false);

  useUnsavedGuard(dirty, saved);

  /** Whoever opens it types at once; on a telephone that would raise the keyboard over the form. */
  const body = useRef<HTMLDivElement>(null);
  const begin = (open: boolean): void => {
    const at = body.current;
    if (!open || !at || at.contains(document.activeElement) || !matchMedia('(pointer: fine)').matches) return;
    at.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus();
  };

  /** Errors are counted at the top and the first field takes the focus. */
  const failed = (fields: readonly { name: (string | number)[]; errors: string[] }[]): void => {
    setWrong(fields.length);
    const first = fields[0];
    if (first) form.scrollToField(first.name, { block: 'center', focus: true });
  };
  const submit = async (values: Values): Promise<void> => {
    setSaving(true);
    setWrong(0);
    saved.current = true;
    try {
      await save(values);
    } catch (error) {
      saved.current = false;
      if (!(error instanceof Refused)) return;
      // a refusal names its field in the words of every form that has it
      const fields = Object.entries(error.fields)
        .map(([name, words]) => ({ name: name.split('.'), errors: [words] }))
        .filter(({ name }) => String(name[0]) in form.getFieldsValue());
      form.setFields(fields as Parameters<typeof form.setFields>[0]);
      failed(fields);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Drawer
      open
      title={title}
      size={560}
      onClose={close}
      afterOpenChange={begin}
      mask={{ closable: false }}
      rootClassName="record-form"
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" loading={saving} onClick={() => form.submit()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div ref={body}>
        {wrong > 0 && <Alert type="error" showIcon title={t('errors', { count: wrong })} role="alert" />}
        <Form<Values>
          form={form}
          layout="vertical"
          requiredMark
          validateTrigger="onBlur"
          initialValues={initial}
          onValuesChange={() => setDirty(true)}
          onFinish={(values) => void submit(values)}
          onFinishFailed={({ errorFields }) =>
            failed(errorFields.map(({ name, errors }) => ({ name: name as (string | number)[], errors })))
          }
        >
          {children}
        </Form>
      </div>
    </Drawer>
  );
};
