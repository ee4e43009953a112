import { addressKinds, type BaseMapKind, baseMapKinds, tileDatums } from '@plomb/contract/basemaps/baseMaps';
import { baseMapCalls } from '@plomb/contract/basemaps/domain';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Field } from '../../ui/form/Field.tsx';
import { UploadField } from '../../ui/form/UploadField.tsx';

const FileField = (field: { id?: string; value?: string | null; onChange?: (path: string | null) => void }) => {
  const { t } = useTranslation('basemaps');
  return (
    <UploadField
      {...field}
      of={baseMapCalls.baseMaps.upload}
      accept=".pmtiles,application/vnd.pmtiles"
      words={{ choose: t('choose'), replace: t('replace') }}
    />
  );
};

/** How a vendor of scripts wants its key, and what of it is known. */
const secretHint = (kind: BaseMapKind) =>
  kind === 'amap' ? 'secretAmap' : kind === 'baidu' ? 'secretBaidu' : 'secretHint';

/** What of an address is asked for. */
const urlHint = (kind: BaseMapKind) =>
  kind === 'pmtiles' ? 'urlPmtilesHint' : kind === 'style' ? 'urlStyleHint' : 'urlHint';
/** What its tiles hold until something else is said. */
const schemaOf = (kind: BaseMapKind) =>
  kind === 'style' ? 'style' : kind === 'vector' || kind === 'pmtiles' ? 'openmaptiles' : 'raster';

/** What is asked differs by where it comes from: a file says what is in it, a vendor how it draws. */
export const BaseMapFields = ({ hint, isRoot }: { hint: string; isRoot: boolean }) => {
  const { t } = useTranslation('basemaps');
  const form = Form.useFormInstance();
  const kind: (typeof baseMapKinds)[number] = Form.useWatch('kind', form) ?? 'upload';
  const kinds = useDictionary('base_map_kind');
  const words = useDictionary('datum');
  const schemas = useDictionary('tile_schema');
  const isAddress = (addressKinds as readonly BaseMapKind[]).includes(kind);
  return (
    <>
      <Field name="base_map_name" label={t('name')}>
        <Input />
      </Field>
      <Field name="kind" label={t('kind')}>
        <Select
          options={kinds.offered(isRoot ? baseMapKinds : ['upload'])}
          onChange={(next: typeof kind) =>
            form.setFieldsValue({
              path: null,
              url: '',
              datum: 'wgs84',
              tile_schema: schemaOf(next),
            })
          }
        />
      </Field>
      <Field name="path" label={t('file')} hidden={kind !== 'upload'}>
        <FileField />
      </Field>
      <Field name="url" label={t('url')} extra={t(urlHint(kind))} hidden={!isAddress}>
        <Input spellCheck={false} />
      </Field>
      {kind !== 'upload' && (
        <Form.Item name="secret" label={t('secret')} extra={hint ? t('secretKept', { hint }) : t(secretHint(kind))}>
          <Input.Password autoComplete="new-password" maxLength={300} />
        </Form.Item>
      )}
      <Field name="tile_schema" label={t('content')} hidden={kind !== 'pmtiles' && kind !== 'vector'}>
        <Select
          options={schemas.offered([...(kind === 'vector' ? [] : (['raster'] as const)), 'openmaptiles', 'protomaps'])}
        />
      </Field>
      <Field name="datum" label={t('datum')} extra={t('datumHint')} hidden={kind !== 'raster'}>
        <Select options={words.offered(tileDatums)} />
      </Field>
      <Field name="min_zoom" label={t('minZoom')} hidden={kind === 'upload' || kind === 'style'}>
        <InputNumber />
      </Field>
      <Field name="max_zoom" label={t('maxZoom')} hidden={kind === 'upload' || kind === 'style'}>
        <InputNumber />
      </Field>
      <Field
        name="attribution"
        label={t('attribution')}
        extra={t(kind === 'style' ? 'attributionStyleHint' : 'attributionHint')}
      >
        <Input placeholder="© OpenStreetMap" />
      </Field>
      <Field name="is_default" label={t('isDefault')} extra={t('isDefaultHint')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="for_below" label={t('forBelow')} extra={t('forBelowHint')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
};
