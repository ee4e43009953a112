import { systemCalls } from '@plomb/contract/system/domain';
import { Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { FieldItem } from '../../../ui/form/FieldItem.tsx';
import { SchemaContext } from '../../../ui/form/schema.ts';
import { ParentSelect } from './ParentSelect.tsx';
import { type Branch, branchBelow } from './tree.ts';
import { useChanged } from './useChanged.ts';

/** A button, and behind it the question below which organisation this one shall stand. */
export const MoveOrganisation = ({ organisation: o, tree }: { organisation: Branch; tree: readonly Branch[] }) => {
  const { t } = useTranslation('system/organisations');
  const { t: ui } = useTranslation('ui');
  const changed = useChanged();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ parent_id: number }>();

  const submit = async ({ parent_id }: { parent_id: number }): Promise<void> => {
    setBusy(true);
    try {
      await send(systemCalls.organisations.move, { id: o.id, parent_id });
      setOpen(false);
      await changed(ui('modified'));
    } catch {
      // said by the client; the question stays
    } finally {
      setBusy(false);
    }
  };
  const impossible = new Set([...branchBelow(tree, o.id), ...(o.parent_id === null ? [] : [o.parent_id])]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('move.button')}</Button>
      <Modal
        open={open}
        title={t('move.title', { name: o.org_name })}
        okText={t('move.ok')}
        confirmLoading={busy}
        destroyOnHidden
        onOk={() => form.submit()}
        onCancel={() => setOpen(false)}
      >
        <p>{t('move.text')}</p>
        <Form form={form} layout="vertical" preserve={false} onFinish={(typed) => void submit(typed)}>
          <SchemaContext value={systemCalls.organisations.move.input}>
            <FieldItem name="parent_id" label={t('move.to')}>
              <ParentSelect tree={tree} disabled={impossible} />
            </FieldItem>
          </SchemaContext>
        </Form>
      </Modal>
    </>
  );
};
