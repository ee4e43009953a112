import { fieldErrors } from '@plomb/contract/errors';
import { type IntervalName, limitsMistake, widestIntervals } from '@plomb/contract/lock/intervals';
import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form/Field.tsx';
import { wrong } from '../../ui/form/Said.tsx';

const parts = (name: IntervalName) => [name, `${name}_min`, `${name}_max`] as const;
const intervalNames = ['report_interval', 'sleep_interval'] as const satisfies readonly IntervalName[];
const all = intervalNames.flatMap(parts);

/** What a new type begins with. */
export const blankIntervals = {
  report_interval: 60,
  report_interval_min: widestIntervals.report_interval[0],
  report_interval_max: widestIntervals.report_interval[1],
  sleep_interval: 3600,
  sleep_interval_min: widestIntervals.sleep_interval[0],
  sleep_interval_max: widestIntervals.sleep_interval[1],
};

/** How often the locks of a type report and wake up, and between which they may be set. */
export const IntervalFields = () => {
  const { t } = useTranslation('devices');
  const form = Form.useFormInstance();
  // how they fit together the contract judges, once all are typed
  const fits = (field: string) => ({
    validator: async () => {
      const said = form.getFieldsValue([...all]) as Parameters<typeof limitsMistake>[0];
      if (all.some((name) => typeof said[name] !== 'number')) return;
      const mistake = limitsMistake(said);
      if (mistake?.field === field) throw wrong(fieldErrors[mistake.message]);
    },
  });
  return intervalNames.flatMap((name) =>
    parts(name).map((field, at) => (
      <div key={field} className={at === 0 ? 'wide' : undefined}>
        <Field
          name={field}
          label={t(`deviceType.seconds.${field}`)}
          dependencies={all.filter((other) => other !== field)}
          rules={[fits(field)]}
        >
          <InputNumber precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
    )),
  );
};
