import { runningNumbers, type SealMedium } from '@plomb/contract/seals/number';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { sealsBy } from './media.ts';
import './seals.css';

interface Typed {
  kind_id: number;
  holder_id: number;
  prefix: string;
  first: number;
  count: number;
  numbers: string;
  witness_login: string;
  witness_password: string;
  witness_code: string;
}
const nobody = { numbers: '', witness_login: '', witness_password: '', witness_code: '' };
const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);

/** A series of running numbers, or chips one by one: into whose hands, and of what kind. */
export const SealForm = ({ medium, close }: { medium: SealMedium; close: () => void }) => {
  const { t } = useTranslation('seals');
  const of = sealsBy[medium];
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [of.kinds.path],
    queryFn: () => send(of.kinds, {}, { quiet: true }),
  });
  const save = async (
    { numbers, first, count, witness_login, witness_password, witness_code, ...typed }: Typed,
    _version: string,
    stored: () => void,
  ): Promise<void> => {
    const made = await send(of.add, {
      ...typed,
      ...(medium === 'qr' ? { first, count } : { numbers: linesOf(numbers) }),
      ...(witness_login && {
        witness_login: witness_login.trim(),
        witness_password: await (await import('../../platform/signIn.ts')).sealedFor(of.add.path, witness_password),
        ...(witness_code && { witness_code }),
      }),
    });
    stored();
    said(t('added', { count: made.count }));
    close();
    await Promise.all([of.list.path, of.series.path].map((path) => queries.invalidateQueries({ queryKey: [path] })));
  };
  return (
    <RecordForm<Typed>
      title={t(`add.${medium}`)}
      verb={t(medium === 'qr' ? 'form.generate' : 'form.register')}
      initial={{ prefix: '', first: 1, count: 100, ...nobody }}
      save={save}
      close={close}
      schema={of.add.input}
    >
      {error && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      {data?.rows.length === 0 && <Alert type="info" showIcon title={t('form.noKinds')} />}
      <Field name="kind_id" label={t('kind.title')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={(data?.rows ?? []).map((kind) => ({
            value: kind.id,
            label: `${kind.kind_name} · ${t(kind.reusable ? 'kind.again' : 'kind.once')}`,
          }))}
        />
      </Field>
      <Field name="holder_id" label={t('form.holder')} extra={t('form.holderHint')}>
        <PersonSelect of={of.people} words={{ hint: t('form.holderFind'), nobody: t('form.holderNobody') }} />
      </Field>
      <Field
        name="prefix"
        label={t(medium === 'qr' ? 'form.prefix' : 'form.lot')}
        extra={medium === 'qr' ? t('form.prefixHint') : undefined}
      >
        <Input className="mono" maxLength={16} />
      </Field>
      {medium === 'qr' ? (
        <>
          <Field name="first" label={t('form.first')}>
            <InputNumber precision={0} />
          </Field>
          <Field name="count" label={t('form.count')}>
            <InputNumber precision={0} />
          </Field>
          <Form.Item noStyle dependencies={['prefix', 'first', 'count']}>
            {({ getFieldsValue }) => <Range {...getFieldsValue(['prefix', 'first', 'count'])} />}
          </Form.Item>
        </>
      ) : (
        <Field name="numbers" label={t('form.numbers')} extra={t(`form.numbersHint.${medium}`)} sent={linesOf}>
          <Input.TextArea rows={8} className="mono" />
        </Field>
      )}
      {medium === 'qr' && data?.by_two && (
        <fieldset className="seal-beside">
          <legend>{t('form.beside')}</legend>
          <Form.Item name="witness_login" label={t('field.witnessLogin')}>
            <Input autoComplete="off" maxLength={60} />
          </Form.Item>
          <Form.Item name="witness_password" label={t('field.witnessPassword')}>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
          <Form.Item name="witness_code" label={t('field.witnessCode')}>
            <Input autoComplete="one-time-code" maxLength={20} />
          </Form.Item>
        </fieldset>
      )}
      <Alert type="info" showIcon title={t('form.forEver')} />
    </RecordForm>
  );
};

/** The first and the last number as they will stand on the labels. */
const Range = ({ prefix, first, count }: Partial<Pick<Typed, 'prefix' | 'first' | 'count'>>) => {
  const { t } = useTranslation('seals');
  if (!prefix || first === undefined || first === null || !count) return null;
  const running = runningNumbers(first, count);
  return (
    <p className="seal-range">
      {t('form.range')}{' '}
      <b className="mono">
        {prefix} {running.first} – {prefix} {running.last}
      </b>
    </p>
  );
};
