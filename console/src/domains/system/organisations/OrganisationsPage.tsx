import type { InputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { renewOrganisation, useSession } from '../../../platform/session.ts';
import { sealedFor } from '../../../platform/signIn.ts';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { TreePage } from '../../../ui/TreePage.tsx';
import { useNumber } from '../../../ui/useNumber.ts';
import { OrganisationDetail } from './OrganisationDetail.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import { type Branch, foundBy, organisationTree } from './tree.ts';
import { useChanged } from './useChanged.ts';
import { useOrganisationColumns } from './useOrganisationColumns.tsx';
import './organisations.css';

const of = systemCalls.organisations;

/** Only a new organisation comes with a password, its administrator's. */
const prepare = async (values: InputOf<typeof of.add>) =>
  values.password ? { ...values, password: await sealedFor(of.add.path, values.password) } : values;

/** The organisations in sight as a tree; all are loaded at once, searched and folded here. */
export const OrganisationsPage = () => {
  const { t } = useTranslation('system/organisations');
  const own = useSession((s) => s.oper?.organization.id);
  const types = useDictionary('org_type');
  const columns = useOrganisationColumns();
  const statuses = [
    { value: 1, label: t('enabled') },
    { value: 2, label: t('disabled') },
  ];
  return (
    <TreePage
      of={of}
      noun={t('noun')}
      grow={organisationTree}
      found={foundBy}
      columns={({ tree }) => columns(tree)}
      words={{ org_type: types.words, status: Object.fromEntries(statuses.map((s) => [s.value, s.label])) }}
      name={(o) => o.org_name}
      search={t('search')}
      filters={<FilterChip name="status" label={t('status')} options={statuses} />}
      detail={(o, { tree }) => <OrganisationDetail organisation={o} tree={tree} />}
      form={(edited, tree) => <OrganisationForm isNew={!edited} tree={tree} />}
      blank={(open, tree) => {
        const parent = open ?? tree[0];
        const blank = { org_type: 'other', phone: '', mailbox: '', logo: '' } as const;
        return parent ? { ...blank, parent_id: parent.id } : blank;
      }}
      prepare={prepare}
      saved={(id, { org_name, logo }) => renewOrganisation({ id, org_name, logo })}
      changed={useChanged()}
      addBelow={t('addBelow')}
      deleting={(o) => ({ title: t('deleteTitle', { name: o.org_name }), consequence: t('consequence') })}
      allows={(action, o) => action !== 'delete' || o?.id !== own}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      card={(o) => <OrganisationCard of={o} isOwn={o.id === own} />}
    />
  );
};

const OrganisationCard = ({ of: o, isOwn }: { of: Branch; isOwn: boolean }) => {
  const { t } = useTranslation('system/organisations');
  const figure = useNumber();
  return (
    <>
      <b>{o.org_name}</b> {isOwn && <Tag color="blue">{t('own')}</Tag>}
      {o.shut && <Tag>{t('disabled')}</Tag>}
      <dl>
        <div>
          <dt>{t('administrator')}</dt>
          <dd>{o.oper_name || '–'}</dd>
        </div>
        <div>
          <dt>
            {t('operators')} · {t('devices')}
          </dt>
          <dd>
            {figure(o.allOperators)} · {figure(o.allDevices)}
          </dd>
        </div>
      </dl>
    </>
  );
};
