import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { SeenOpener } from '@plomb/contract/logistics/journeyTemplates';
import type { BatchPosition } from '@plomb/contract/logistics/logisticsBatches';
import { MOST_POSITIONS, type PositionMedium, positionMedia } from '@plomb/contract/logistics/plan';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Checkbox, Form, Input, Select } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Field } from '../../ui/form/Field.tsx';
import { SchemaContext } from '../../ui/form/schema.ts';
import { blankPosition, isUnseen, openerText } from './planForm.ts';
import { KeptId } from './RouteParts.tsx';

const calls = logisticsCalls.logisticsBatches;

/** What is sealed, and how it may be opened. `what` asks with which lock or number, where that is known by then. */
export const Positions = ({
  schema,
  what,
  openers,
}: {
  schema: z.ZodObject;
  what?: (nth: number, medium: PositionMedium | undefined) => ReactNode;
  /** who is named already */
  openers: readonly SeenOpener[];
}) => {
  const { t } = useTranslation('logistics');
  return (
    <Form.List name="positions">
      {(fields, { add, remove }) => (
        <SchemaContext value={schema}>
          {fields.map(({ key, name }) => (
            <div key={key} className="batch-block">
              <KeptId at={name} />
              <PositionFields nth={name} what={what} openers={openers} />
              {fields.length > 1 && (
                <Button icon={<DeleteOutlined />} onClick={() => remove(name)}>
                  {t('form.dropPosition', { count: name + 1 })}
                </Button>
              )}
            </div>
          ))}
          {fields.length < MOST_POSITIONS && (
            <Button icon={<PlusOutlined />} className="batch-more" onClick={() => add(blankPosition)}>
              {t('form.addPosition')}
            </Button>
          )}
        </SchemaContext>
      )}
    </Form.List>
  );
};

const PositionFields = ({
  nth,
  what,
  openers,
}: {
  nth: number;
  what: ((nth: number, medium: PositionMedium | undefined) => ReactNode) | undefined;
  openers: readonly SeenOpener[];
}) => {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const media = useDictionary('position_medium');
  const medium = Form.useWatch<PositionMedium | undefined>(['positions', nth, 'medium'], form);
  const stops = Form.useWatch<{ id: string; address?: string }[] | undefined>('stops', form) ?? [];
  const at = (name: string) => [nth, name] as const;
  const { data } = useQuery({
    queryKey: [calls.positions.path],
    queryFn: ({ signal }) => send(calls.positions, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const take = (value: string): void => {
    const known = data?.rows.find(({ position }) => position === value);
    if (known) form.setFieldValue(['positions', ...at('process_name')], known.process_name);
  };
  return (
    <div className="batch-pair">
      <Field
        name={at('position')}
        label={t('form.nthPosition', { count: nth + 1 })}
        lacking={t('form.missing.position', { count: nth + 1 })}
      >
        <AutoComplete
          options={[...new Set(data?.rows.map(({ position }) => position))].map((value) => ({ value }))}
          showSearch={{ filterOption: true }}
          onSelect={take}
        />
      </Field>
      <Field name={at('process_name')} label={t('process')}>
        <Input />
      </Field>
      <Field name={at('medium')} label={t('form.medium')}>
        <Select options={positionMedia.map((value) => ({ value, label: media.word(value) }))} />
      </Field>
      {what?.(nth, medium)}
      {medium !== 'lock' && (
        <Field
          name={at('openers')}
          label={t('form.openers')}
          extra={t('form.openersHint')}
          sent={() => []}
          rules={[
            {
              validator: async (_, of: readonly string[] = []) => {
                if (of.some(isUnseen)) throw new Error(t('template.unseenHere'));
              },
            },
          ]}
        >
          <OpenerSelect named={openers} />
        </Field>
      )}
      <Form.Item name={[nth, 'open_stops']} label={t('form.openStops')} extra={t('form.openStopsHint')}>
        <Select
          mode="multiple"
          options={stops.map((stop, nth) => ({
            value: stop?.id,
            label: stop?.address || t('batch.stop', { count: nth + 1 }),
          }))}
          notFoundContent={t('form.noStops')}
        />
      </Form.Item>
      <Field name={at('photos_asked')} label={t('form.photos')} extra={t('form.photosHint')}>
        <Select mode="tags" tokenSeparators={[',', '，', '、']} open={false} suffixIcon={null} />
      </Field>
      {medium !== 'lock' && (
        <Form.Item name={[nth, 'second_person']} valuePropName="checked" label={t('form.second')}>
          <Checkbox>{t('batch.byTwo')}</Checkbox>
        </Form.Item>
      )}
    </div>
  );
};

/** Who may open positions that are planned already, named anew where they have left or are elsewhere. */
export const Openers = ({ of }: { of: readonly Pick<BatchPosition, 'id' | 'position' | 'openers'>[] }) => {
  const { t } = useTranslation('logistics');
  const named = of.flatMap(({ openers }) => openers);
  return (
    <Form.List name="positions">
      {(fields) =>
        fields.map(({ key, name }) => (
          <Fragment key={key}>
            <KeptId at={name} />
            <Form.Item
              name={[name, 'openers']}
              label={t('amend.openers', { position: of[name]?.position })}
              extra={t('amend.openersHint')}
            >
              <OpenerSelect named={named} />
            </Form.Item>
          </Fragment>
        ))
      }
    </Form.List>
  );
};

/** People and roles, by name. */
const OpenerSelect = ({
  named,
  ...field
}: {
  named: readonly SeenOpener[];
  id?: string;
  value?: string[];
  onChange?: (of: string[]) => void;
}) => {
  const { t } = useTranslation('logistics');
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: [calls.people.path, 'openers', keyword],
    queryFn: ({ signal }) => send(calls.people, { keyword }, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  const known = new Map<string, string>();
  // whoever is out of sight has no name
  for (const { name, ...opener } of named) known.set(openerText(opener), name || t('template.unseen'));
  for (const { id, role_name } of data?.roles ?? []) known.set(`role ${id}`, t('form.role', { name: role_name }));
  for (const { id, oper_name, org_name } of data?.rows ?? []) known.set(`person ${id}`, `${oper_name} · ${org_name}`);
  return (
    <Select
      {...field}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={t('batch.anybody')}
      options={[...known].map(([value, label]) => ({ value, label }))}
    />
  );
};
