import { OrderedListOutlined } from '@ant-design/icons';
import type { InputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { SecondaryActions } from '../../../ui/SecondaryActions.tsx';
import { TreePage } from '../../../ui/TreePage.tsx';
import { MenuName, useMenuColumns } from './MenuColumns.tsx';
import { MenuDetail } from './MenuDetail.tsx';
import { MenuForm } from './MenuForm.tsx';
import { MenuOrder } from './MenuOrder.tsx';
import { type Branch, menuTree } from './tree.ts';
import { useChanged } from './useChanged.ts';
import './menus.css';

const of = systemCalls.menus;
type Written = InputOf<typeof of.add>;
const blank: Partial<Written> = { menuUrl: '0', menuIcon: '', hidden: false, remarks: '1', sid: null };
/** A cleared field has no value. */
const prepare = (values: Written): Written => ({ ...values, sid: values.sid ?? null });

/** Menus as a tree with their buttons, the same for every organisation; `?view=order` puts them in another order. */
export const MenusPage = () => {
  const [address, setAddress] = useSearchParams();
  const view = (to: 'order' | null): void => {
    const next = new URLSearchParams(address);
    if (to) next.set('view', to);
    else next.delete('view');
    setAddress(next);
  };
  if (address.get('view') === 'order') return <MenuOrder done={() => view(null)} />;
  return <MenuTree order={() => view('order')} />;
};

const MenuTree = ({ order }: { order: () => void }) => {
  const { t } = useTranslation('system/menus');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const { columns, files } = useMenuColumns();
  return (
    <TreePage
      of={of}
      noun={t('noun')}
      grow={menuTree}
      columns={({ answer }) => columns(answer?.editable === true && may(of.status))}
      files={files}
      words={{
        status: { 1: t('enabled'), 2: t('disabled') },
        hidden: { true: ui('yes'), false: ui('no') },
      }}
      name={(menu) => menu.menuName[lang]}
      search={t('search')}
      filters={
        <FilterChip
          name="status"
          label={t('status')}
          options={[
            { value: 1, label: t('enabled') },
            { value: 2, label: t('disabled') },
          ]}
        />
      }
      actions={({ answer }) =>
        answer?.editable &&
        may(of.order) && (
          <SecondaryActions
            actions={[{ key: 'order', label: t('order.start'), icon: <OrderedListOutlined />, run: order }]}
          />
        )
      }
      notice={({ answer }) => answer && !answer.editable && <Alert banner type="info" title={t('rootOnly')} />}
      detail={(menu, { tree, answer }) => (
        <MenuDetail menu={menu} tree={tree} editable={answer?.editable === true && may(of.update)} />
      )}
      form={(menu, tree) => <MenuForm tree={tree} menu={menu} />}
      blank={(open) => (open ? { ...blank, sid: open.id, remarks: '2' } : blank)}
      prepare={prepare}
      changed={useChanged()}
      addBelow={t('addBelow')}
      deleting={(menu) => ({ title: t('deleteTitle', { name: menu.menuName[lang] }), consequence: t('consequence') })}
      allows={(action, menu, answer) => answer?.editable === true && !(action === 'delete' && menu?.needed)}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      card={(menu) => <MenuCard menu={menu} />}
    />
  );
};

const MenuCard = ({ menu }: { menu: Branch }) => {
  const { t } = useTranslation('system/menus');
  return (
    <>
      <b>
        <MenuName menu={menu} />
      </b>
      <dl>
        <div>
          <dt>{t('code')}</dt>
          <dd className="mono">{menu.menuCode}</dd>
        </div>
        <div>
          <dt>
            {t('buttons')} · {t('roles')}
          </dt>
          <dd>
            {menu.buttons.length} · {menu.roles}
          </dd>
        </div>
      </dl>
    </>
  );
};
