import { type AssignedOrders, assignedOrders, assignmentLimits } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { fieldErrors } from '@plomb/contract/errors';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Radio, TreeSelect } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { send } from '../../platform/client.ts';
import { said as tell } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabTitle } from '../../ui/page.ts';
import { nodesOf } from '../../ui/tree.ts';
import { AssignPreview } from './AssignPreview.tsx';
import { useFirstWhich, useMeant, type Which, WhichDevices } from './WhichDevices.tsx';

const { add, preview } = batchCalls.assignments;
type Previewed = OutputOf<typeof preview>;

interface Choices extends Which {
  orgIds: number[];
  orders: AssignedOrders | null;
}

/** Devices, organisations and a choice, all required and none preselected; nothing is given before the preview. */
export const AssignForm = ({ done, leave }: { done: (distributionId: number) => void; leave: () => void }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const id = useId();
  const queries = useQueryClient();
  const organisations = useDeviceOptions()?.organizations ?? [];
  useTabTitle(add.title);
  const first = useFirstWhich();
  const [said, setSaid] = useState<Choices>({ ...first, orgIds: [], orders: null });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, show] = useState<Previewed | null>(null);
  const [forbidden, setForbidden] = useState<ReadonlySet<number>>(new Set());
  const meant = useMeant(said);
  const of = meant.of();
  /** what a look ahead was asked of: an answer to something else is not shown */
  const asked = useRef(0);
  const change = (part: Partial<Choices>): void => {
    setSaid({ ...said, ...part });
    asked.current++;
    show(null);
  };
  // another filter means other devices: what was looked at is not what would be given
  const meantNow = JSON.stringify(of);
  const [looked, setLooked] = useState('');
  const isLooked = shown !== null && looked === meantNow;

  const missing = {
    of: meant.count === 0 ? fieldErrors.chooseDevice[lang] : '',
    organisations: said.orgIds.length === 0 ? fieldErrors.chooseOrganisation[lang] : '',
    orders: said.orders === null ? fieldErrors.chooseSealOrUnseal[lang] : '',
  };
  const tooMany = said.orgIds.length > assignmentLimits.organisations ? fieldErrors.tooManyOrganisations[lang] : '';
  const wrong = [...Object.values(missing), tooMany].filter(Boolean);
  const lookAhead = async (): Promise<void> => {
    setTried(true);
    if (wrong.length > 0 || said.orders === null) return;
    const mine = ++asked.current;
    setBusy(true);
    try {
      const answer = await send(preview, { of, org_ids: said.orgIds, orders: said.orders } as never);
      if (mine !== asked.current) return;
      setForbidden(new Set());
      setLooked(meantNow);
      show(answer);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const fit = shown?.devices.filter(({ refused }) => refused.length < said.orgIds.length) ?? [];
  const distribute = async (): Promise<void> => {
    if (!shown || said.orders === null) return;
    setBusy(true);
    try {
      const devices = shown.devices.map(({ device_id }) => ({ id: device_id, sending: !forbidden.has(device_id) }));
      const answer = await send(add, { devices, org_ids: said.orgIds, orders: said.orders });
      await queries.invalidateQueries({ queryKey: [batchCalls.assignments.list.path] });
      tell(t('assign.done', { given: answer.given, refused: answer.refused }));
      done(answer.distribution_id);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="work">
      <PageHeader title={t('assign.title')} actions={<Button onClick={leave}>{t('assign.past')}</Button>} />
      {tried && wrong.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('assign.missing', { count: wrong.length })}
          description={wrong.join(' · ')}
        />
      )}
      <div className="work-columns">
        <WhichDevices which={said} meant={meant} change={change} error={tried ? missing.of : ''} />
        <section className="work-block" aria-label={t('assign.toWhom')}>
          <h2>
            <label htmlFor={`${id}-organisations`}>{t('assign.organisations')}</label>
          </h2>
          <TreeSelect
            id={`${id}-organisations`}
            multiple
            treeDefaultExpandAll
            showSearch={{ treeNodeFilterProp: 'title' }}
            placeholder={t('assign.chooseOrganisations')}
            treeData={nodesOf(
              organisations,
              (o) => o.parent_id,
              (o) => ({ title: o.org_name }),
            )}
            value={said.orgIds}
            onChange={(orgIds) => change({ orgIds })}
            status={tried && (missing.organisations || tooMany) ? 'error' : ''}
            aria-describedby={`${id}-no-organisation`}
          />
          <p className="work-error" id={`${id}-no-organisation`} role="alert">
            {tried && (missing.organisations || tooMany)}
          </p>
          <h2 id={`${id}-orders`}>{t('assign.orders')}</h2>
          <Radio.Group
            className="work-by"
            value={said.orders}
            aria-labelledby={`${id}-orders`}
            aria-describedby={`${id}-no-choice`}
            onChange={(event) => change({ orders: event.target.value as AssignedOrders })}
            options={assignedOrders.map((orders) => ({
              value: orders,
              label: (
                <>
                  <b>{t(`assign.choice.${orders}`)}</b> <small>{t(`assign.means.${orders}`)}</small>
                </>
              ),
            }))}
          />
          <p className="work-error" id={`${id}-no-choice`} role="alert">
            {tried && missing.orders}
          </p>
        </section>
      </div>
      {isLooked && (
        <AssignPreview
          of={shown}
          organisations={organisations.filter((o) => said.orgIds.includes(o.id))}
          forbidden={forbidden}
          forbid={setForbidden}
        />
      )}
      <footer className="work-footer">
        <p role="status">{isLooked && fit.length === 0 ? t('assign.none') : t('assign.nothingYet')}</p>
        <span>
          <Button
            {...(isLooked ? {} : { type: 'primary' as const })}
            size="large"
            loading={busy && !isLooked}
            onClick={() => void lookAhead()}
          >
            {t('form.preview')}
          </Button>{' '}
          {isLooked && fit.length > 0 && (
            <Button type="primary" size="large" loading={busy} onClick={() => void distribute()}>
              {t('assign.distribute', { count: fit.length, organisations: said.orgIds.length })}
            </Button>
          )}
        </span>
      </footer>
    </section>
  );
};
