import { Form, Input, InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/form/Field.tsx';
import { PointField } from './PointField.tsx';

/** A point of interest: its place is put on the map, or typed. */
export const PointForm = () => {
  const { t } = useTranslation('map');
  return (
    <div className="form-columns">
      <Field className="wide" name="interest_name" label={t('interests.name')}>
        <Input />
      </Field>
      {/* its longitude once more: what is put on the map is input as what is typed is */}
      <div className="wide">
        <Form.Item name="lng" noStyle>
          <PointField />
        </Form.Item>
      </div>
      <Field name="lng" label={t('interests.lng')}>
        <InputNumber<number> className="point-degrees" precision={6} controls={false} />
      </Field>
      <Field name="lat" label={t('interests.lat')}>
        <InputNumber<number> className="point-degrees" precision={6} controls={false} />
      </Field>
      <Field className="wide" name="isShowMap" label={t('interests.shown')} valuePropName="checked">
        <Switch />
      </Field>
    </div>
  );
};
