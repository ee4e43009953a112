import { CheckCircleOutlined, CloseCircleOutlined, TeamOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { DeviceRights } from '@plomb/contract/devices/rights';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import { OpeningCards } from './OpeningCards.tsx';

const { detail } = deviceCalls.deviceRights;

type Verdict = DeviceRights['now']['unseal'];

/** Why not, and until when at the latest. */
const useWhyNot = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  return ({ why, until }: Verdict): string =>
    [why?.[lang], until && t('rights.until', { time: clockTime(until) })].filter(Boolean).join(' · ');
};

const signs = {
  may: <CheckCircleOutlined aria-hidden />,
  approval: <TeamOutlined aria-hidden />,
  refused: <CloseCircleOutlined aria-hidden />,
};

/** What may be done at this moment by those who hold the button for it. */
const Now = ({ now }: { now: DeviceRights['now'] }) => {
  const { t } = useTranslation('devices');
  const whyNot = useWhyNot();
  return (
    <>
      <h2>{t('rights.now')}</h2>
      <Facts>
        {(['unseal', 'password', 'cards'] as const).map((way) => (
          <Fact key={way} name={t(`rights.way.${way}`)}>
            {signs[now[way].answer]} {t(`rights.${now[way].answer}`)} <small>{whyNot(now[way])}</small>
          </Fact>
        ))}
      </Facts>
    </>
  );
};

/** Who can open it now, and why: people by role and organisation, keys of programs, cards, passwords. */
export const Rights = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const passwords = useDictionary('unseal_password');
  const choices = useDictionary('assigned_orders');
  const channels = useDictionary('message_channel');
  const messageStates = useDictionary('message_state');
  const whyNot = useWhyNot();
  const may = useMay();
  const mayHolds = may(cardCalls.cardMatrix.lock);
  const mayOpenings = may(cardCalls.lockCards.list);
  const { data, error, refetch } = useQuery({
    queryKey: [detail.path, device.id],
    queryFn: () => send(detail, { id: device.id }, { quiet: true }),
  });
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { operators, cards, unlisted, password, before } = data;
  return (
    <div className="device-overview">
      <section className="device-pane">
        <Now now={data.now} />
        {may(deviceCalls.openers.list) && (
          <Link className="device-link" to={`/whoCanOpen?device_id=${device.id}`}>
            {t('rights.toWho')}
          </Link>
        )}
        <h2>{t('rights.people')}</h2>
        {operators.length === 0 ? (
          <p className="device-note">{t('rights.nobody')}</p>
        ) : (
          <div className="device-table">
            <table>
              <thead>
                <tr>
                  <th>{t('rights.who')}</th>
                  <th>{t('rights.how')}</th>
                  <th>{t('rights.why')}</th>
                </tr>
              </thead>
              <tbody>
                {operators.map((one) => (
                  <tr key={one.id}>
                    <td>
                      {one.oper_name} <small>{one.login_name}</small>
                    </td>
                    <td>
                      {(['unseal', 'password', 'cards'] as const)
                        .filter((way) => one[way])
                        .map((way) => t(`rights.way.${way}`))
                        .join(' · ')}
                    </td>
                    <td>
                      {one.roleName
                        ? t('rights.because', { role: one.roleName, organisation: one.org_name })
                        : t('rights.becauseAbove', { organisation: one.org_name })}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {data.more && <p className="device-note">{t('rights.more', { count: operators.length })}</p>}
        {data.keys > 0 && <p className="device-note">{t('rights.keys', { count: data.keys })}</p>}
        {data.above && <p className="device-note">{t('rights.above')}</p>}
        {data.assigned.length > 0 && (
          <>
            <h2>{t('rights.assigned')}</h2>
            <ul className="rights-cards">
              {data.assigned.map((one) => (
                <li key={`${one.org_name} ${one.create_time}`}>
                  {one.org_name} · {choices.word(one.orders)}
                  {one.now.answer !== 'may' && ` · ${whyNot(one.now)}`}{' '}
                  <small>
                    {one.sending && one.orders === 'unseal' && `${t('rights.peopleThere', { count: one.people })} · `}
                    {t('rights.assignedBy', { name: one.oper_name, time: clockTime(one.create_time) })}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
        {data.authorised.length > 0 && (
          <>
            <h2>{t('rights.authorised')}</h2>
            <ul className="rights-cards">
              {data.authorised.map((one) => (
                <li key={one.id}>
                  {personNamed(one.oper_name, one.login_name)} · {one.org_name} · {choices.word(one.orders)}
                  {one.now.answer !== 'may' && ` · ${whyNot(one.now)}`}{' '}
                  <small>
                    {one.until_time === null
                      ? t('rights.authorisedFrom', { from: clockTime(one.from_time) })
                      : t('rights.authorisedUntil', {
                          from: clockTime(one.from_time),
                          until: clockTime(one.until_time),
                        })}
                    {' · '}
                    {t('rights.agreedBy', { names: [one.first_name, one.second_name].filter(Boolean).join(' · ') })}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className="device-pane">
        <h2>{t('rights.cards')}</h2>
        {cards.length === 0 ? (
          before.cards === 0 && !unlisted && <p className="device-note">{t('rights.noCards')}</p>
        ) : (
          <ul className="rights-cards">
            {cards.map(({ number, time, known }) => (
              <li key={number}>
                <span className="mono">{number}</span>{' '}
                <small>{t(`rights.known.${known}`, { time: clockTime(time) })}</small>
              </li>
            ))}
          </ul>
        )}
        {mayOpenings && <OpeningCards deviceId={device.id} />}
        {mayHolds && (
          <Link className="device-link" to={`/device/${device.id}?tab=cards`}>
            {t('rights.toCards')}
          </Link>
        )}
        {unlisted && (
          <Alert
            type="warning"
            showIcon
            title={t('rights.unlisted', { count: unlisted.count, time: clockTime(unlisted.time) })}
          />
        )}
        {before.cards > 0 && <Alert type="warning" showIcon title={t('rights.cardsBefore', { count: before.cards })} />}
        <h2>{t('rights.password')}</h2>
        <p>
          {password
            ? t(password.stale ? 'rights.stale' : 'rights.kept', { time: clockTime(password.told_time) })
            : t('rights.noPassword')}
          {password?.shown.length === 0 && ` ${t('rights.shownToNobody')}`}
        </p>
        {password && password.shown.length > 0 && (
          <>
            <p>{t('rights.shown')}</p>
            <ul className="rights-cards">
              {password.shown.map(({ oper_name, time, sent }) => (
                <li key={`${oper_name} ${time}`}>
                  {sent ? sent.name : oper_name}{' '}
                  <small>
                    {sent
                      ? [
                          t('rights.sentBy', { name: oper_name, time: clockTime(time) }),
                          `${channels.word(sent.channel)} ${sent.recipient}`,
                          sent.state && messageStates.word(sent.state),
                          t('rights.sentUntil', { time: clockTime(sent.until_time) }),
                        ]
                          .filter(Boolean)
                          .join(' · ')
                      : clockTime(time)}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
        {password?.exposed && <Alert type="warning" showIcon title={t('rights.exposed')} />}
        <p className="device-note">{t('rights.carries', { password: passwords.word(data.unseal_password) })}</p>
        {before.password && <Alert type="warning" showIcon title={t('rights.passwordBefore')} />}
      </section>
    </div>
  );
};
