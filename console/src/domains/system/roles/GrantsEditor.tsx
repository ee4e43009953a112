import { ArrowLeftOutlined } from '@ant-design/icons';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { Blank } from '../../../ui/list/Blank.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useTabTitle } from '../../../ui/page.ts';
import { ButtonGrants } from './ButtonGrants.tsx';
import { CopyGrants } from './CopyGrants.tsx';
import { GrantFooter } from './GrantFooter.tsx';
import { GrantReview } from './GrantReview.tsx';
import { changeOf, copied, type Draft, draftOf, grantTree } from './grants.ts';
import { MenuGrants } from './MenuGrants.tsx';
import { useSaveGrants } from './useSaveGrants.ts';

/** The permissions of one role: menus, buttons, and what saving them would change. */
export const GrantsEditor = ({ id }: { id: number }) => {
  const { t } = useTranslation('system/roles');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const [address] = useSearchParams();
  const [edited, edit] = useState<Draft | null>(null);
  const [tab, setTab] = useState('menus');
  const [chosen, choose] = useState<number | null>(null);
  const query = useQuery({
    queryKey: [systemCalls.roles.grants.path, id],
    queryFn: () => send(systemCalls.roles.grants, { id }, { quiet: true }),
    // an editor is not changed below the hands; a save that comes too late is told so
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const role = query.data;
  const tree = useMemo(() => role && grantTree(role.menus, role.parent, role.own), [role]);
  const base = useMemo(() => role && draftOf(role.granted), [role]);
  const draft = edited ?? base;
  useTabTitle(role && { zh: `角色 ${role.roleName}`, en: `Role ${role.roleName}` });
  const { save, saving } = useSaveGrants(role, query.refetch, edit);

  const back = new URLSearchParams(address);
  back.delete('grants');
  const backLink = (
    <Link to={`?${back}`}>
      <Button icon={<ArrowLeftOutlined />}>{t('back')}</Button>
    </Link>
  );
  if (query.error && !role)
    return (
      <div className="grants-page">
        <PageHeader actions={backLink} />
        <Blank kind="failed" title={ui('missingRecord')} text={failureWords(query.error, lang)}>
          <Button type="primary" onClick={() => void query.refetch()}>
            {ui('retry')}
          </Button>
        </Blank>
      </div>
    );
  if (!role || !tree || !base || !draft)
    return <Skeleton active className="page-skeleton" paragraph={{ rows: 12, width: '100%' }} />;

  const readOnly = role.locked !== null || !may(systemCalls.roles.grant);
  const change = changeOf(base, draft);
  const parts = { tree, base, draft, edit, readOnly };
  const label = (name: 'menus' | 'buttons') => (
    <>
      {t(`tabs.${name}`)} <small className="grant-count">{draft[name].size}</small>
    </>
  );
  const goButtons = (menu: number): void => {
    choose(menu);
    setTab('buttons');
  };
  return (
    <div className="grants-page">
      <PageHeader
        title={role.roleName}
        count={
          <>
            <b className="grants-name">{`${role.roleName} · `}</b>
            {`${role.org_name} · `}
            {role.superRoleName !== '' &&
              `${t('below', { name: role.superRoleName, organisation: role.superOrgName })} · `}
            <Link to={`/operator?role_id=${role.id}`}>{t('usedBy', { count: role.operators })}</Link>
          </>
        }
        actions={
          <>
            {!readOnly && <CopyGrants id={role.id} take={(source) => edit(copied(tree, draft, source))} />}
            {backLink}
          </>
        }
      />
      {role.locked && <Alert banner type="info" title={t(`lockedWhy.${role.locked}`)} />}
      <div className="grants" data-read-only={readOnly}>
        <div className="grants-main">
          <Tabs
            activeKey={tab}
            onChange={setTab}
            items={[
              { key: 'menus', label: label('menus'), children: <MenuGrants {...parts} goButtons={goButtons} /> },
              {
                key: 'buttons',
                label: label('buttons'),
                children: <ButtonGrants {...parts} chosen={chosen} choose={choose} />,
              },
            ]}
          />
        </div>
        {!readOnly && <GrantReview {...parts} change={change} below={role.below} goButtons={goButtons} />}
        {!readOnly && (
          <GrantFooter
            role={role}
            change={change}
            saving={saving}
            discard={() => edit(null)}
            save={() => save(draft)}
          />
        )}
      </div>
    </div>
  );
};
