import { session } from '@plomb/contract/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { said } from '../platform/notices.ts';
import { usePreferences } from '../platform/preferences.ts';
import { markRefused } from '../ui/form/Said.tsx';
import { useAskDiscard } from '../ui/useAskDiscard.ts';
import { PositionField } from './PositionField.tsx';
import { changeOf, mapTypes, type Typed, typedOf } from './preferencesChange.ts';
import { useSystemTitle } from './useSystemTitle.ts';

/** What one person likes: the title, the map and where it opens, and whether alarms are heard. */
export const PreferencesDialog = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('personal');
  const ask = useAskDiscard();
  const preferences = usePreferences();
  const systemTitle = useSystemTitle();
  const queries = useQueryClient();
  const [form] = Form.useForm<Typed>();
  const mapType = Form.useWatch('map_type', form);
  const [busy, setBusy] = useState(false);

  const save = async (typed: Typed): Promise<void> => {
    if (!preferences) return;
    setBusy(true);
    try {
      await send(session.updatePreferences, changeOf(preferences.id, typed));
      // title, map and sounds follow at once
      await queries.invalidateQueries({ queryKey: [session.findPreferences.path] });
      said(t('preferences.saved'));
      close();
    } catch (error) {
      if (!(error instanceof Refused)) return;
      markRefused(form, error.fields);
    } finally {
      setBusy(false);
    }
  };

  const leave = (): void => {
    if (form.isFieldsTouched()) ask({ discard: close });
    else close();
  };

  return (
    <Modal
      open
      title={t('preferences.title')}
      width={620}
      loading={!preferences}
      okText={t('preferences.save')}
      cancelText={t('preferences.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={leave}
      mask={{ closable: false }}
    >
      {preferences && (
        <Form<Typed>
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          initialValues={typedOf(preferences)}
          onFinish={(typed) => void save(typed)}
        >
          <Form.Item name="title" label={t('preferences.systemTitle')} extra={t('preferences.systemTitleHint')}>
            <Input maxLength={60} placeholder={systemTitle} />
          </Form.Item>
          <Form.Item
            name="map_type"
            label={t('preferences.mapType')}
            extra={mapType === 'offline' ? undefined : t('preferences.mapTypeHint')}
          >
            <Select
              options={mapTypes.map((type) => ({
                value: type,
                label:
                  type === 'offline'
                    ? t('preferences.mapTypes.offline')
                    : `${t(`preferences.mapTypes.${type}`)} (${t('preferences.needsKey')})`,
              }))}
            />
          </Form.Item>
          <PositionField form={form} />
          <Form.Item name="map_level" label={t('preferences.level')} extra={t('preferences.levelHint')}>
            <InputNumber min={1} max={22} precision={0} />
          </Form.Item>
          <div className="preference-switches">
            <Form.Item name="is_police_voice" label={t('preferences.policeVoice')} layout="horizontal" colon={false}>
              <Switch />
            </Form.Item>
            <Form.Item name="is_voice" label={t('preferences.voice')} layout="horizontal" colon={false}>
              <Switch />
            </Form.Item>
          </div>
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  );
};
