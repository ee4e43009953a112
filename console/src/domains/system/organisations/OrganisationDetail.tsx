import { systemCalls } from '@plomb/contract/system/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { imageUrl, useSession } from '../../../platform/session.ts';
import { clockTime } from '../../../platform/time.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
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
      <Facts>
        <Fact name={t('name')}>{o.org_name}</Fact>
        <Fact name={t('type')}>{o.org_type === '' ? '–' : types.word(o.org_type)}</Fact>
        <Fact name={t('parent')}>
          {o.parent_id === null ? t('top') : <Link to={`?id=${o.parent_id}`}>{o.parent}</Link>}
        </Fact>
        <Fact name={t('status')}>
          <OrganisationStatus organisation={o} tree={tree} />
          {o.shut && o.status === 1 && <p className="organisation-shut">{t('shut')}</p>}
        </Fact>
        <Fact name={t('administrator')}>{o.oper_name}</Fact>
        <Fact name={t('loginName')}>{o.login_name}</Fact>
        <Fact name={t('phone')}>{o.phone}</Fact>
        <Fact name={t('timeZone')}>{o.time_zone}</Fact>
        <Fact name={t('mailbox')}>{o.mailbox}</Fact>
        <Fact name={t('operators')}>{o.operators}</Fact>
        <Fact name={t('devices')}>{o.devices}</Fact>
        <Fact name={t('created')}>{clockTime(o.create_time)}</Fact>
      </Facts>
      <p className="organisation-actions">
        {may(systemCalls.organisations.move) && o.id !== own && o.parent_id !== null && (
          <MoveOrganisation organisation={o} tree={tree} />
        )}
        {may(systemCalls.operators.list) && (
          <Button onClick={() => void navigate(`/operator?org_id=${o.id}`)}>{t('seePeople')}</Button>
        )}
      </p>
    </>
  );
};
