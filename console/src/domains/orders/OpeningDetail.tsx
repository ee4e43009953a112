import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { orderCalls } from '@plomb/contract/orders/domain';
import { reasonIn } from '@plomb/contract/orders/reason';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useSwipeWords } from '../../lock/useSwipeWords.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { TextBlock } from '../../ui/TextBlock.tsx';
import { Proof, placeOf, Who } from './OpeningSigns.tsx';

type Whole = OutputOf<typeof orderCalls.openings.detail>;

/** An opening with all it rests on: the order or disclosure, the alarm, the frame. */
export const OpeningDetail = ({ opening }: { opening: Whole }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const kinds = useDictionary('alarm_kind');
  const swipeWords = useSwipeWords();
  const kind = opening.alarm_kind && kinds.word(opening.alarm_kind);
  const time = (at: string | null) => at && clockTime(at);
  return (
    <>
      <p className="opening-head" data-right={opening.right}>
        <DictTag code="opening_right" value={opening.right} /> <Proof opening={opening} />
      </p>
      <Facts>
        <Fact name={t('opening.at')}>
          {clockTime(opening.at)} {opening.replay && <small>{t('opening.replay')}</small>}
        </Fact>
        <Fact name={t('opening.heard')}>{clockTime(opening.receive_time)}</Fact>
        <Fact name={t('opening.who')}>
          <Who opening={opening} />
        </Fact>
        <Fact name={t('opening.named')} ifAny>
          {opening.actor}
        </Fact>
        <Fact name={t('opening.swipe')} ifAny>
          {opening.swipe && swipeWords(opening.swipe)}
        </Fact>
        <Fact name={t('opening.way')}>
          {[sourceWord(sources, opening.lso), opening.code, faultWord(faults, opening.fault)]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact name={t('opening.state')}>
          {states.word(opening.ls_before)} <span aria-hidden="true">→</span>
          <span className="unseen">{t('opening.becomes')}</span> {states.word(opening.ls_after)}
        </Fact>
        <Fact name={t('opening.where')}>
          <PlaceWords lon={opening.lon} lat={opening.lat} />
          {placeOf(opening) ?? t('opening.noPlace')}
        </Fact>
        <Fact name={t('opening.lock')}>
          {opening.device_name && (
            <>
              <DeviceLink id={opening.device_id}>{opening.device_name}</DeviceLink>{' '}
              <DictTag code="out_of_use" value={opening.out_of_use} />
            </>
          )}
        </Fact>
        <Fact name={t('opening.serial')}>{opening.sn && <Serial value={opening.sn} copy />}</Fact>
        <Fact name={t('opening.subject')} ifAny>
          {opening.subject}
        </Fact>
        <Fact name={t('opening.organisation')}>{opening.org_name}</Fact>
        <Fact name={t('opening.why')} ifAny>
          {reasonIn(lang, opening)}
        </Fact>
        <Fact name={t('opening.orderTime')} ifAny>
          {time(opening.order_time)}
        </Fact>
        <Fact name={t('opening.sent')} ifAny>
          {time(opening.sent_time)}
        </Fact>
        <Fact name={t('opening.answerTime')} ifAny>
          {time(opening.answer_time)}
        </Fact>
        <Fact name={t('opening.disclosed')} ifAny>
          {time(opening.disclose_time)}
        </Fact>
        <Fact name={t('opening.alarm')} ifAny>
          {kind && t(opening.alarm_processed ? 'opening.processed' : 'opening.unprocessed', { kind })}
        </Fact>
      </Facts>
      {opening.raw === null ? (
        <p className="order-when">{t('opening.noFrame')}</p>
      ) : (
        <TextBlock name={t('opening.frame')} text={opening.raw}>
          {opening.raw.replace(/..(?=.)/g, '$& ')}
        </TextBlock>
      )}
    </>
  );
};

export const OpeningFooter = ({ opening }: { opening: Whole }) => {
  const { t } = useTranslation('orders');
  const { t: lock } = useTranslation('lock');
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      {opening.order_id !== null && may(orderCalls.orderQueue.list) && (
        <Button onClick={() => void navigate(`/order?id=${opening.order_id}`)}>{t('opening.seeOrder')}</Button>
      )}
      {opening.order_id !== null && may(orderCalls.evidence.card) && (
        <Button onClick={() => void navigate(`/evidence?order=${opening.order_id}`)}>
          {lock(opening.evidence === 'confirmed' ? 'command.card' : 'command.report')}
        </Button>
      )}
      {opening.alarm_id !== null && may(alarmCalls.alarms.list) && (
        <Button onClick={() => void navigate(`/alarm?id=${opening.alarm_id}`)}>{t('opening.seeAlarm')}</Button>
      )}
    </>
  );
};
