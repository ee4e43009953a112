import { AimOutlined, CloseOutlined, DownOutlined } from '@ant-design/icons';
import { trustOf } from '@plomb/contract/lock/trust';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { isMoving } from '../../lock/heading.ts';
import { headOf } from '../../lock/names.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { isPlaceOld } from '../../lock/place.ts';
import { shortTime } from '../../lock/shortTime.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { trailDashes } from '../../map/areaLayers.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow, useRelative } from '../../platform/time.ts';
import { MOST_FOLLOWED, trailMinutes } from './trail.ts';
import type { Followed } from './useFollowed.ts';
import './followed.css';

/** Who is followed, by which dashes its trail is known, and how that ends. */
export const FollowedPanel = ({
  of,
  phone,
  choose,
}: {
  of: Followed;
  phone: boolean;
  choose: (id: number) => void;
}) => {
  const { t } = useTranslation(['map', 'lock']);
  const lang = useSettings((s) => s.lang);
  const relative = useRelative();
  const now = useNow();
  // an age that goes on counting, a speed and a sign of the connection would seem to be the present
  const deaf = useDeafSince() !== null;
  if (of.ids.length === 0) return null;
  const stopAll = (): void => {
    for (const id of of.ids) of.follow(id, false);
  };
  if (phone)
    return (
      <p className="followed-chip">
        <AimOutlined /> {t('follow.now', { count: of.ids.length })}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('follow.end')} onClick={stopAll} />
      </p>
    );
  return (
    <section className="followed" aria-label={t('follow.title')}>
      <header>
        <h2>{t('follow.of', { some: of.ids.length, most: MOST_FOLLOWED })}</h2>
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: [String(of.minutes)],
            items: trailMinutes.map((n) => ({ key: String(n), label: t('follow.trail', { minutes: n }) })),
            onClick: ({ key }) => of.setMinutes(trailMinutes.find((n) => String(n) === key) ?? 30),
          }}
        >
          <button type="button">
            {t('follow.trail', { minutes: of.minutes })} <DownOutlined />
          </button>
        </Dropdown>
      </header>
      <ul>
        {of.ids.map((id, at) => {
          const shown = of.shown.find(({ lock }) => lock.id === id);
          const name = shown ? headOf(shown.lock) : `#${id}`;
          return (
            <li key={id}>
              {shown && (
                <StateSign
                  status={shown.lock.lock_status}
                  connection={shown.connection}
                  trust={trustOf(shown.lock, !deaf && shown.fresh)}
                  lang={lang}
                  size={22}
                />
              )}
              <div>
                <button type="button" onClick={() => choose(id)}>
                  {name}
                </button>
                {shown && !deaf && isMoving(shown.lock, shown.connection) && (
                  <span>{Math.round(shown.lock.velocity ?? 0)} km/h</span>
                )}
                {shown && (
                  <p>
                    {shown.lock.lon === null ? (
                      t('follow.noPlace')
                    ) : (
                      <PlaceWords lon={shown.lock.lon} lat={shown.lock.lat} />
                    )}
                    {shown.lock.lon !== null && isPlaceOld(shown.lock) ? (
                      <b>
                        {shown.lock.place_time
                          ? t('lock:noPlaceSince', { time: shortTime(shown.lock.place_time, now) })
                          : t('lock:placeOfUnknownTime')}
                      </b>
                    ) : (
                      shown.lock.place_time && (
                        <time>{deaf ? shortTime(shown.lock.place_time, now) : relative(shown.lock.place_time)}</time>
                      )
                    )}
                  </p>
                )}
              </div>
              <svg width="48" height="12" viewBox="0 0 48 12" aria-hidden="true">
                <path
                  d="M2 6h44"
                  stroke="var(--accent)"
                  strokeWidth="3"
                  strokeLinecap="round"
                  strokeDasharray={trailDashes[at]?.map((n) => n * 3).join(' ')}
                />
              </svg>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('follow.stop', { name })}
                onClick={() => of.follow(id, false)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
};
