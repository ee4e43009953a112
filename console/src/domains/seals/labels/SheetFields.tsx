import { fieldsOfSheet, type Preset, presetNames, presets, type Sheet, sheetLimits } from '@plomb/contract/seals/sheet';
import { Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { phoneQuery, useMedia } from '../../../ui/useMedia.ts';

const isSame = (a: Sheet, b: Sheet): boolean => fieldsOfSheet().every((field) => a[field] === b[field]);
const presetOf = (sheet: Sheet): Preset | 'own' =>
  (Object.keys(presets) as Preset[]).find((preset) => isSame(presets[preset], sheet)) ?? 'own';
const counted: readonly (keyof Sheet)[] = ['columns', 'rows'];

/** A sheet as it is sold, or any other by its measures. */
export const SheetFields = ({ sheet, change }: { sheet: Sheet; change: (sheet: Sheet) => void }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const preset = presetOf(sheet);
  // on a phone fourteen measures stood before what prints: those of a sheet as it is sold wait until they are asked for
  const isFolded = useMedia(phoneQuery) && preset !== 'own';
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('labels.paper')} htmlFor="label-preset">
        <Select
          id="label-preset"
          value={preset}
          onChange={(next) => next !== 'own' && change(presets[next])}
          options={[
            ...(Object.keys(presets) as Preset[]).map((value) => ({ value, label: presetNames[value][lang] })),
            { value: 'own' as const, label: t('labels.own'), disabled: preset !== 'own' },
          ]}
        />
      </Form.Item>
      <details className="label-fold" open={!isFolded}>
        <summary>{t('labels.measures')}</summary>
        <div className="label-measures">
          {fieldsOfSheet().map((field) => (
            <Form.Item key={field} label={t(`labels.measure.${field}`)} htmlFor={`label-${field}`}>
              <InputNumber
                {...{ id: `label-${field}`, value: sheet[field], ...sheetLimits[field] }}
                step={counted.includes(field) ? 1 : 0.1}
                precision={counted.includes(field) ? 0 : 1}
                suffix={counted.includes(field) ? undefined : 'mm'}
                onChange={(value) => typeof value === 'number' && change({ ...sheet, [field]: value })}
              />
            </Form.Item>
          ))}
        </div>
      </details>
    </Form>
  );
};
