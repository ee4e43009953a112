import { BookOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../platform/notices.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';
import { focusField } from '../focusField.ts';
import { useTheList } from '../list/useList.ts';
import { isShowing, longestName, mostViews, readViews, withView } from './savedViews.ts';
import type { TableSetup } from './useTable.ts';

/** Named sets of filters, order and columns: one's own, kept by the server. */
export const ViewsButton = <Row,>({ setup }: { setup: TableSetup<Row> }) => {
  const { t } = useTranslation('ui');
  const { address, goTo } = useTheList();
  const [views, set] = useScreenPreference(`${setup.name}.views`, readViews);
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const now = { address, columns: setup.choices };
  const showing = views.find((view) => isShowing(view, now));

  const save = (): void => {
    const named = name.trim();
    if (named === '') return;
    set(withView(views, { name: named, ...now }));
    setNaming(false);
    setName('');
  };
  const begin = (): void => {
    if (views.length >= mostViews) notify('info', t('viewsMost', { count: mostViews }), 5000);
    else setNaming(true);
  };
  const remove = (gone: string): void => {
    const rest = views.filter((view) => view.name !== gone);
    set(rest.length > 0 ? rest : null);
  };
  const items = [
    ...views.map((view, at) => ({
      key: String(at),
      label: (
        <span className="view-item">
          {view.name}
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('viewDelete', { name: view.name })}
            onClick={(event) => {
              event.stopPropagation();
              remove(view.name);
            }}
          />
        </span>
      ),
    })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: 'save', label: t('viewSave') },
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          selectedKeys: showing ? [String(views.indexOf(showing))] : [],
          onClick: ({ key }) => {
            const view = views[Number(key)];
            if (key === 'save') begin();
            else if (view) {
              setup.arrange(view.columns);
              goTo(view.address);
            }
          },
        }}
      >
        <Button type="text" icon={<BookOutlined />}>
          {showing ? t('view', { name: showing.name }) : t('views')}
        </Button>
      </Dropdown>
      <Modal
        open={naming}
        title={t('viewSave').replace('…', '')}
        okText={t('save')}
        cancelText={t('cancel')}
        okButtonProps={{ disabled: name.trim() === '' }}
        onOk={save}
        onCancel={() => setNaming(false)}
        destroyOnHidden
        width={440}
        afterOpenChange={focusField}
      >
        <p>{t('viewSaveText')}</p>
        <form
          className="view-name"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label htmlFor={`${setup.name}-view`}>{t('viewName')}</label>
          <Input
            id={`${setup.name}-view`}
            autoFocus
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </form>
      </Modal>
    </>
  );
};
