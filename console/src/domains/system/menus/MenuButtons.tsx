import { DeleteOutlined, EditOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import type { ButtonRow } from '@plomb/contract/system/menus/menus';
import { Alert, App, Button, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { RecordForm } from '../../../ui/list/RecordForm.tsx';
import type { Branch } from './tree.ts';
import { useChanged } from './useChanged.ts';

const { list: listCall, addButton, updateButton, deleteButton } = systemCalls.menus;
type Written = Omit<InputOf<typeof addButton>, 'menuId'>;

/** The buttons of one menu: what roles can be given under it. */
export const MenuButtons = ({ menu, editable }: { menu: Branch; editable: boolean }) => {
  const { t } = useTranslation('system/menus');
  const { t: ui } = useTranslation('ui');
  const { modal } = App.useApp();
  const lang = useSettings((s) => s.lang);
  const changed = useChanged();
  const [edited, edit] = useState<ButtonRow | 'new' | null>(null);
  const fixed = edited !== 'new' && (edited?.needed ?? false);

  const save = async (values: Written, version: string): Promise<void> => {
    if (edited === 'new') await send(addButton, { ...values, menuId: menu.id });
    else if (edited) await send(updateButton, { ...values, id: edited.id, version });
    edit(null);
    await changed(ui(edited === 'new' ? 'added' : 'modified'));
  };
  const askDelete = (button: ButtonRow): void => {
    modal.confirm({
      title: t('button.deleteTitle', { name: button.btnName[lang] }),
      content: t('button.consequence'),
      okText: ui('delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(deleteButton, { id: button.id });
        await changed(ui('deleted'));
      },
    });
  };
  return (
    <section className="menu-buttons">
      <h3>
        {t('buttons')} <small>{menu.buttons.length}</small>
        {editable && menu.menuUrl !== '0' && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => edit('new')}>
            {t('button.add')}
          </Button>
        )}
      </h3>
      {menu.buttons.length === 0 && <p>{t('button.none')}</p>}
      <ul>
        {menu.buttons.map((button) => {
          const name = button.btnName[lang];
          return (
            <li key={button.id}>
              <span>
                <b>{name}</b> <code>{button.btnCode}</code>
                <small className="mono">{button.actionUrl}</small>
              </span>
              {editable && (
                <Button
                  type="text"
                  size="small"
                  icon={<EditOutlined />}
                  aria-label={t('button.edit', { name })}
                  onClick={() => edit(button)}
                />
              )}
              {button.needed ? (
                <Tooltip title={t('button.needed')}>
                  <LockOutlined aria-label={t('button.needed')} />
                </Tooltip>
              ) : (
                editable && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('button.delete', { name })}
                    onClick={() => askDelete(button)}
                  />
                )
              )}
            </li>
          );
        })}
      </ul>
      {edited && (
        <RecordForm<Written>
          title={
            edited === 'new' ? ui('add', { title: t('button.noun') }) : t('button.edit', { name: edited.btnName[lang] })
          }
          initial={edited === 'new' ? {} : edited}
          save={save}
          latest={async () => {
            const { rows } = await send(listCall, {}, { quiet: true });
            const now = rows.flatMap((m) => m.buttons);
            return now.find((b) => edited !== 'new' && b.id === edited.id) ?? {};
          }}
          close={() => edit(null)}
          schema={(edited === 'new' ? addButton : updateButton).input}
        >
          {fixed && <Alert type="info" showIcon title={t('button.needed')} />}
          <Field name={['btnName', 'zh']} label={t('nameZh')}>
            <Input />
          </Field>
          <Field name={['btnName', 'en']} label={t('nameEn')}>
            <Input />
          </Field>
          <Field name="btnCode" label={t('button.code')}>
            <Input disabled={fixed} />
          </Field>
          <Field name="actionUrl" label={t('button.path')}>
            <Input disabled={fixed} />
          </Field>
        </RecordForm>
      )}
    </section>
  );
};
