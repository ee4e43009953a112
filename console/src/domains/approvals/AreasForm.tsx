import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { AreasField } from '../../lock/holds/AreasField.tsx';
import { areasOf, type DrawnArea, drawnAll, drawnOnly } from '../../lock/holds/drawnAreas.ts';
import { send } from '../../platform/client.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';

const { set } = approvalCalls.approvalRules;

/** The areas inside which one person alone unseals the locks of an organisation. */
export const AreasForm = ({
  organisation: { org_id, org_name, areas },
  close,
  saved,
}: {
  organisation: { org_id: number; org_name: string; areas: NamedArea[] };
  close: () => void;
  saved: () => Promise<void>;
}) => {
  const { t } = useTranslation('approvals');
  const save = async (typed: { areas: DrawnArea[] }, _version: string, stored: () => void): Promise<void> => {
    const rule = { org_id, kind: 'unseal' as const, needed: true, areas: areasOf(typed.areas) };
    await send(set, rule, { about: org_name });
    stored();
    close();
    await saved();
  };
  return (
    <RecordForm<{ areas: DrawnArea[] }>
      title={t('rules.areasOf', { organisation: org_name })}
      initial={{ areas: areas.length > 0 ? areas : [{ name: '', area: null }] }}
      save={save}
      close={close}
      schema={set.input}
    >
      <Alert type="info" showIcon title={t('rules.areasOutcome')} />
      <Field
        name="areas"
        label={t('rules.areas')}
        extra={t('rules.areasHint')}
        sent={drawnOnly}
        rules={[{ validator: drawnAll }]}
      >
        <AreasField />
      </Field>
    </RecordForm>
  );
};
