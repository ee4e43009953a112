import { fieldErrors } from '@plomb/contract/errors';
import { type ParamSeed, paramUnits } from '@plomb/contract/kit/param';
import { type Param, type ParamName, paramSeed } from '@plomb/contract/params';
import { Form, Input, InputNumber, Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Said } from '../../../ui/form/Said.tsx';

type Value = string | number | boolean | null;

const controlValue = (seed: ParamSeed, text: string): Value =>
  seed.kind === 'number' ? Number(text) : seed.kind === 'boolean' ? text === 'true' : text;

/** A parameter as its form holds it: its value as its kind has it. The wire carries its text. */
export const toForm = ({ param_name, param_text, remark }: Param) => ({
  param_name,
  param_text: controlValue(paramSeed(param_name), param_text),
  remark,
});
export const textOf = (value: Value | undefined): string => String(value ?? '');

/** The field that the kind of a parameter asks for. */
export const ParamFields = ({ name: param }: { name: ParamName }) => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  const seed = paramSeed(param);
  const limits =
    seed.kind === 'number' ? t('range', { min: seed.min, max: seed.max, unit: paramUnits[seed.unit][lang] }) : '';
  return (
    <>
      <p>{seed.description[lang]}</p>
      <Form.Item name="param_name" hidden>
        <Input />
      </Form.Item>
      <Form.Item
        name="param_text"
        label={seed.title[lang]}
        valuePropName={seed.kind === 'boolean' ? 'checked' : 'value'}
        {...(limits ? { extra: limits } : {})}
        rules={[{ required: seed.kind === 'number', message: <Said text={fieldErrors.required} /> }]}
      >
        <ParamField seed={seed} />
      </Form.Item>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} showCount />
      </Field>
    </>
  );
};

/** Form.Item hands it value and change, which go on to the control. */
const ParamField = ({ seed, ...field }: { seed: ParamSeed }) => {
  const lang = useSettings((s) => s.lang);
  switch (seed.kind) {
    case 'number':
      return (
        <InputNumber
          {...field}
          min={seed.min}
          max={seed.max}
          precision={0}
          suffix={paramUnits[seed.unit][lang]}
          style={{ width: '100%' }}
        />
      );
    case 'boolean':
      return <Switch {...field} />;
    case 'choice':
      return (
        <Radio.Group
          {...field}
          vertical
          options={Object.entries(seed.choices).map(([value, label]) => ({ value, label: label[lang] }))}
        />
      );
    case 'text':
      return <Input {...field} maxLength={seed.max} />;
  }
};
