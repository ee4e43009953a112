import { fieldErrors } from '@plomb/contract/errors';
import type { OutputOf } from '@plomb/contract/kit/call';
import { finds } from '@plomb/contract/kit/search';
import { fenceLimits, type Outline, outlineFault } from '@plomb/contract/lock/outline';
import { mapCalls } from '@plomb/contract/map/domain';
import { fenceAlarms, fenceBounds, fenceColours } from '@plomb/contract/map/fences';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select, Switch, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { DevicesSelect } from '../../lock/DevicesSelect.tsx';
import { ScheduleField } from '../../lock/ScheduleField.tsx';
import type { LngLat } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { wrong } from '../../ui/form/Said.tsx';
import { nodesOf } from '../../ui/tree.ts';
import { FenceColour } from './FenceColour.tsx';
import { FencePreview } from './FencePreview.tsx';
import { OutlineField } from './OutlineField.tsx';
import './fences.css';

const { options, detail } = mapCalls.fences;
type Fence = Omit<OutputOf<typeof detail>, 'version'>;

const encloses = async (_: unknown, outline: Outline | null): Promise<void> => {
  const fault = outline && outlineFault(outline, fenceLimits);
  if (fault) throw wrong(fieldErrors[fault]);
};

/** A fence: what it encloses, whose locks, and what rings when. */
export const FenceForm = ({
  fence,
  tracked = null,
}: {
  fence: Fence | undefined;
  /** of a new one: the lock it is to track */
  tracked?: { id: number; name: string; at: LngLat | null } | null;
}) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('enable_status');
  const alarms = useDictionary('fence_alarm');
  const bounds = useDictionary('fence_bound');
  const bound = Form.useWatch<string | undefined>('bound');
  const offered = useQuery({
    queryKey: [options.path],
    queryFn: () => send(options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
  const choices = <T extends string | number>(values: readonly T[], { word }: { word: (value: T) => string }) =>
    values.map((value) => ({ value, label: word(value) }));
  return (
    <div className="form-columns">
      {/* first, as it stands: whoever goes by keys goes through the drawing, and then down what is said of it */}
      <Field
        className="wide fence-drawing"
        name="outline"
        label={t('fences.outline')}
        lacking={fieldErrors.fenceNotDrawn[lang]}
        rules={[{ validator: encloses }]}
        // a drawing is never left as a field is
        validateTrigger="onChange"
      >
        <OutlineField fence={fence?.id ?? null} around={tracked?.at ?? null} />
      </Field>
      <Field name="fence_name" label={t('fences.name')}>
        <Input />
      </Field>
      <Field name="colour" label={t('fences.colour')}>
        <Radio.Group options={fenceColours.map((value) => ({ value, label: <FenceColour colour={value} named /> }))} />
      </Field>
      <Field name="alarm_on" label={t('fences.alarmOn')}>
        <Radio.Group options={choices(fenceAlarms, alarms)} />
      </Field>
      <Field name="is_show" label={t('fences.shown')} valuePropName="checked">
        <Switch />
      </Field>
      <Field className="wide" name="schedule" label={t('fences.when')}>
        <ScheduleField />
      </Field>
      <Field className="wide" name="bound" label={t('fences.bound')}>
        <Radio.Group options={choices(fenceBounds, bounds)} />
      </Field>
      {/* what it is not bound to is kept while it is chosen anew */}
      <Field
        className="wide"
        name="device_ids"
        label={t('fences.devices')}
        hidden={bound !== 'devices'}
        sent={(ids: number[]) => ids}
      >
        <DevicesSelect
          known={
            fence?.device_list ?? (tracked ? [{ id: tracked.id, sn: '', device_name: tracked.name, subject: '' }] : [])
          }
          placeholder={t('fences.seekDevices')}
        />
      </Field>
      <Field className="wide" name="device_type_ids" label={t('fences.types')} hidden={bound !== 'types'}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={(offered?.device_types ?? []).map(({ id, device_type_name }) => ({
            value: id,
            label: device_type_name,
          }))}
        />
      </Field>
      {!fence && (
        <>
          <Field name="status" label={t('fences.state')}>
            <Radio.Group options={choices([1, 2] as const, states)} />
          </Field>
          <Field name="org_id" label={t('fences.organisation')} extra={t('fences.organisationHint')}>
            <TreeSelect
              allowClear
              treeDefaultExpandAll
              showSearch={{ filterTreeNode: (sought, node) => finds(sought)(String(node.title)) }}
              treeData={nodesOf(
                offered?.organizations ?? [],
                (one) => one.parent_id,
                (one) => ({ title: one.org_name }),
              )}
            />
          </Field>
        </>
      )}
      <FencePreview fence={fence?.id} />
    </div>
  );
};
