import { type Authorisation, authorisationLimits } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { Alert, App, Button, Checkbox, DatePicker, InputNumber, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areasFault, areasOf, type DrawnArea } from '../../lock/holds/drawnAreas.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { useDo } from './useDo.ts';
import '../../lock/order.css';
import { listed } from '../../platform/listed.ts';

const of = friendCalls.authorisations;
const AreasField = later(async () => (await import('../../lock/holds/AreasField.tsx')).AreasField, { ahead: false });

/** What may be done with one: decided by authorisers, withdrawn by who asked, ended or confirmed by whose devices they are. */
export const AuthorisationSteps = ({ one }: { one: Authorisation }) => {
  const { t } = useTranslation('friends');
  const may = useMay();
  const run = useDo();
  const { modal } = App.useApp();
  const [agreeing, agree] = useState(false);
  const { id, state } = one;
  const as = state === 'pending_first' ? 'first' : 'second';
  if (one.decides)
    return (
      <>
        <Button type="primary" onClick={() => void run(send(of.decline, { id, as }), t('declined'))}>
          {t('decline')}
        </Button>
        <Button className="order-request" onClick={() => agree(true)}>
          {t(`auth.agreeAs.${as}`)}
        </Button>
        {agreeing && <AgreeDialog one={one} as={as} close={() => agree(false)} />}
      </>
    );
  if ((state === 'pending_first' || state === 'pending_second') && one.mine)
    return (
      may(of.withdraw) &&
      !one.direct && (
        <Button onClick={() => void run(send(of.withdraw, { id }), t('withdrawn'))}>{t('withdraw')}</Button>
      )
    );
  if ((state !== 'active' && state !== 'pending_second') || !one.own || one.mine) return null;
  const end = async (): Promise<void> => {
    // how many wait at this moment, not when the record was looked at last
    const { waiting } = await send(of.detail, { id }, { quiet: true }).catch(() => one);
    modal.confirm({
      title: t('auth.endTitle', { name: one.holder_name }),
      content: (
        <>
          <p>{t('auth.endText')}</p>
          {waiting > 0 && <p>{t('auth.endWaiting', { count: waiting })}</p>}
        </>
      ),
      okText: t('auth.end'),
      cancelText: t('auth.leave'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => run(send(of.end, { id }), t('auth.wasEnded')),
    });
  };
  return (
    <>
      {state === 'active' && one.until_time === null && may(of.confirm) && (
        <Button onClick={() => void run(send(of.confirm, { id }), t('auth.confirmed'))}>{t('auth.confirm')}</Button>
      )}
      {may(of.end) && (
        <Button className="order-request" onClick={() => void end()}>
          {t('auth.endAsk')}
        </Button>
      )}
    </>
  );
};

/** What agreeing allows, and for how long: who agrees may shorten it. */
const AgreeDialog = ({ one, as, close }: { one: Authorisation; as: 'first' | 'second'; close: () => void }) => {
  const { t } = useTranslation('friends');
  const run = useDo();
  const field = useId();
  const asked = one.until_time === null ? null : dayjs(one.until_time);
  const [until, shorten] = useState<Dayjs | null>(asked);
  const [uses, fewer] = useState(one.max_uses);
  const lang = useSettings((s) => s.lang);
  /** where it shall open alone; null: nobody limits it now */
  const [areas, limit] = useState<DrawnArea[] | null>(null);
  const [tried, tryIt] = useState(false);
  const fault = areas && areasFault(areas);
  const submit = async (): Promise<void> => {
    tryIt(true);
    if (fault) return;
    const isShorter = until !== null && (asked === null || until.isBefore(asked));
    await run(
      send(of.agree, {
        id: one.id,
        as,
        ...(isShorter ? { until_time: until.toISOString() } : {}),
        ...(uses !== one.max_uses && uses !== null ? { max_uses: uses } : {}),
        ...(areas ? { areas: areasOf(areas) } : {}),
      }),
      as === 'first' && one.needs_second
        ? t('auth.agreedFirst')
        : Date.parse(one.from_time) > serverNow()
          ? t('auth.agreedFrom', { time: clockTime(one.from_time) })
          : t('auth.agreed'),
    );
    close();
  };
  return (
    <Modal
      open
      {...(areas && { width: 720 })}
      title={t('auth.agreeTitle', {
        name: one.holder_name,
        organisation: one.holder_org,
        count: one.locks.filter((lock) => lock.end_time === null).length,
      })}
      okText={t(`auth.agreeAs.${as}`)}
      cancelText={t('auth.leave')}
      onOk={submit}
      onCancel={close}
    >
      <ul>
        <li>{t(`auth.allows.${one.orders}`)}</li>
        {one.area_list.length > 0 && (
          <li>
            {t('auth.allows.inside', {
              areas: listed(
                one.area_list.map(({ name }) => name),
                lang,
              ),
            })}
          </li>
        )}
        <li>{t('auth.allows.see')}</li>
        <li>{t('auth.allows.not')}</li>
      </ul>
      <p>
        {clockTime(one.from_time)} – {one.until_time === null ? t('auth.permanent') : clockTime(one.until_time)}
      </p>
      <div className="auth-field">
        <label htmlFor={`${field}-until`}>{t('auth.shorten')}</label>
        <DatePicker
          id={`${field}-until`}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={until}
          allowClear={asked === null}
          onChange={(time) => shorten(time ?? asked)}
          disabledDate={(day) =>
            day.isBefore(dayjs(serverNow()), 'day') || (asked !== null && day.isAfter(asked, 'day'))
          }
        />
      </div>
      {one.orders === 'unseal' && (
        <div className="auth-field">
          <label htmlFor={`${field}-uses`}>{t('auth.fewer')}</label>
          <InputNumber
            id={`${field}-uses`}
            min={1}
            max={one.max_uses ?? authorisationLimits.uses}
            precision={0}
            value={uses}
            onChange={(count) => fewer(count ?? one.max_uses)}
          />
        </div>
      )}
      {one.orders === 'unseal' && one.area_list.length === 0 && (
        <div className="auth-areas">
          <Checkbox
            checked={areas !== null}
            onChange={({ target }) => limit(target.checked ? [{ name: '', area: null }] : null)}
          >
            {t('auth.insideLimit')}
          </Checkbox>
          {areas && <AreasField value={areas} onChange={limit} />}
          {tried && fault && <Alert type="error" showIcon title={fault.why[lang]} />}
        </div>
      )}
      <Alert type="info" showIcon title={t('auth.namesStay')} />
    </Modal>
  );
};
