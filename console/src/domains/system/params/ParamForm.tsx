import { fieldErrors } from '@plomb/contract/errors';
import { type ParamSeed, paramSeed, paramUnits } from '@plomb/contract/paramSeeds';
import type { Param } from '@plomb/contract/params';
import { Form, Input, InputNumber, Radio, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';

type Value = string | number | boolean | null;
interface Values {
  param_text: Value;
  remark: string;
}

const controlValue = (seed: ParamSeed, text: string): Value =>
  seed.kind === 'number' ? Number(text) : seed.kind === 'boolean' ? text === 'true' : text;

/** One parameter, with the field its kind asks for; the wire carries its text. */
export const ParamForm = ({
  row,
  save,
  latest,
  close,
}: {
  row: Param;
  save: (values: { param_text: string; remark: string; version: string }) => Promise<void>;
  /** the parameter as it is now */
  latest: () => Promise<Param>;
  close: () => void;
}) => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  const seed = paramSeed(row.param_name);
  const filled = ({ param_text, remark, version }: Param) => ({
    param_text: controlValue(seed, param_text),
    remark,
    version,
  });
  const name = seed.title[lang];
  const limits =
    seed.kind === 'number' ? t('range', { min: seed.min, max: seed.max, unit: paramUnits[seed.unit][lang] }) : '';
  return (
    <RecordForm<Values>
      title={t('edit', { name })}
      initial={filled(row)}
      latest={async () => filled(await latest())}
      save={({ param_text, remark }, version) =>
        save({ param_text: String(param_text ?? ''), remark: remark ?? '', version })
      }
      close={close}
    >
      <p>{seed.description[lang]}</p>
      <Form.Item
        name="param_text"
        label={name}
        valuePropName={seed.kind === 'boolean' ? 'checked' : 'value'}
        {...(limits ? { extra: limits } : {})}
        rules={[{ required: seed.kind === 'number', message: fieldErrors.required[lang] }]}
      >
        <ParamField seed={seed} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
    </RecordForm>
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
