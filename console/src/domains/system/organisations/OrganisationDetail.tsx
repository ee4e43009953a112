import { calls } from '@plomb/contract/calls';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { imageUrl, useSession } from '../../../platform/session.ts';
import { clockTime } from '../../../platform/time.ts';
import { MoveOrganisation } from './MoveOrganisation.tsx';
import { OrganisationStatus } from './OrganisationStatus.tsx';
import type { Branch } from './tree.ts';

export const OrganisationDetail = ({ organisation: o, tree }: { organisation: Branch; tree: readonly Branch[] }) => {
  const { t } = useTranslation('system/organisations');
  const may = useMay();
  const navigate = useNavigate();
  const types = useDictionary('org_type');
  const own = useSession((s) => s.oper?.organization.id);
  return (
    <>
      {o.logo !== '' && <img className="organisation-logo" src={imageUrl(o.logo)} alt={t('logo')} />}
      <dl className="facts">
        <dt>{t('name')}</dt>
        <dd>{o.org_name}</dd>
        <dt>{t('type')}</dt>
        <dd>{o.org_type === '' ? '–' : types.word(o.org_type)}</dd>
        <dt>{t('parent')}</dt>
        <dd>{o.parent_id === null ? t('top') : <Link to={`?id=${o.parent_id}`}>{o.parent}</Link>}</dd>
        <dt>{t('status')}</dt>
        <dd>
          <OrganisationStatus organisation={o} tree={tree} />
          {o.shut && o.status === 1 && <p className="organisation-shut">{t('shut')}</p>}
        </dd>
        <dt>{t('administrator')}</dt>
        <dd>{o.oper_name || '–'}</dd>
        <dt>{t('loginName')}</dt>
        <dd>{o.login_name || '–'}</dd>
        <dt>{t('phone')}</dt>
        <dd>{o.phone || '–'}</dd>
        <dt>{t('mailbox')}</dt>
        <dd>{o.mailbox || '–'}</dd>
        <dt>{t('operators')}</dt>
        <dd>{o.operators}</dd>
        <dt>{t('devices')}</dt>
        <dd>{o.devices}</dd>
        <dt>{t('created')}</dt>
        <dd>{clockTime(o.create_time)}</dd>
      </dl>
      <p className="organisation-actions">
        {may(calls.organisations.move) && o.id !== own && o.parent_id !== null && (
          <MoveOrganisation organisation={o} tree={tree} />
        )}
        {may(calls.operators.list) && (
          <Button onClick={() => void navigate(`/operator?org_id=${o.id}`)}>{t('seePeople')}</Button>
        )}
      </p>
    </>
  );
};
