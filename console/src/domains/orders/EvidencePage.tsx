import { personNamed } from '@plomb/contract/kit/personNamed';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { commandSigns } from '@plomb/contract/lock/signs';
import { orderCalls } from '@plomb/contract/orders/domain';
import type { EvidenceCard } from '@plomb/contract/orders/evidence';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sourceWord } from '../../lock/codes.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { Paper, PaperHead, PaperSignatures } from '../../lock/paper/Paper.tsx';
import { zonedTime } from '../../lock/paper/zonedTime.ts';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { signOf } from '../../lock/sign/signOf.ts';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { StillMap } from '../../map/StillMap.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { BatchEvidence } from './BatchEvidence.tsx';
import { placeOf } from './OpeningSigns.tsx';
import { useWhen } from './useWhen.ts';

const { card } = orderCalls.evidence;

const idIn = (address: URLSearchParams, name: string): number | null => {
  const id = Number(address.get(name));
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** One order on one page of paper, or a batch of them. */
export const EvidencePage = () => {
  const { t } = useTranslation('orders');
  const [address] = useSearchParams();
  const [order, batch] = [idIn(address, 'order'), idIn(address, 'batch')];
  if (order !== null) return <OrderEvidence id={order} />;
  if (batch !== null) return <BatchEvidence id={batch} part={idIn(address, 'part') ?? 1} />;
  return (
    <div className="evidence-page">
      <PageHeader />
      <Blank kind="empty" title={t('card.noneTitle')} text={t('card.noneText')} steps={[]} />
    </div>
  );
};

/** What was asked, what the lock said of it, and what that is worth. */
const OrderEvidence = ({ id }: { id: number }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const asked = useQuery({
    queryKey: [card.path, id, lang],
    queryFn: () => send(card, { id }, { quiet: true }),
  });
  return (
    <Paper asked={asked} none={{ title: t('card.failedTitle'), text: t('card.failedText') }}>
      {(data) => <Card card={data} />}
    </Paper>
  );
};

const Card = ({ card: { order, proved, event, raw, log, text, checksum } }: { card: EvidenceCard }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const stageWord = useStageWord();
  const when = useWhen();
  const sources = useDictionary('msg_lso');
  const states = useDictionary('msg_ls');
  const said = sayOrder(order.kind, order.args)[lang];
  const what = order.subject || order.device_name || order.sn;
  return (
    <article className="evidence" data-proved={proved} lang={lang === 'zh' ? 'zh-CN' : 'en'}>
      <PaperHead
        title={t(proved ? 'card.title' : 'card.titleUnproved')}
        from={order.org_name}
        number={t('card.number', { id: order.id })}
      />

      {proved ? (
        <p className="evidence-verdict">
          <CommandSign stage="proved" lang={lang} size={40} decorative />
          <span>
            <b>{t('card.proved', { order: said, what, time: zonedTime(order.evidence_time ?? order.create_time) })}</b>
            {t('card.provedBy')}
          </span>
        </p>
      ) : (
        <div className="evidence-unproved" role="note">
          <strong>{t('card.unproved')}</strong>
          <p>
            <CommandSign stage={signOf(order.stage)} lang={lang} size={20} decorative /> {stageWord(order.stage)}:{' '}
            {when(order)}
          </p>
          <p>{t('card.unprovedMeans')}</p>
        </div>
      )}

      <div className="evidence-columns">
        <section>
          <h3>{t('card.who')}</h3>
          <Facts>
            <Fact name={t('queue.kind')}>{said}</Fact>
            <Fact name={t('queue.serial')}>{order.sn && <Serial value={order.sn} />}</Fact>
            <Fact name={t('queue.device')}>{order.device_name}</Fact>
            <Fact name={t('queue.subject')}>{order.subject}</Fact>
            <Fact name={t('queue.person')}>{personNamed(order.oper_name, order.login_name)}</Fact>
            <Fact name={t('queue.assignedTo')} ifAny>
              {order.assigned_to}
            </Fact>
            <Fact name={t('queue.approvedBy')} ifAny>
              {order.approved_by}
            </Fact>
            <Fact name={t('queue.inFrozen')} ifAny>
              {order.in_frozen}
            </Fact>
            <Fact name={t('queue.why')}>{reasonIn(lang, order)}</Fact>
          </Facts>
        </section>
        <section>
          <h3>{t('card.where')}</h3>
          {event && event.lon !== null && event.lat !== null ? (
            <StillMap at={[event.lon, event.lat]} lang={lang} label={t('card.map', { place: placeOf(event) ?? '' })} />
          ) : (
            <p>{t(event ? 'card.noPosition' : 'card.noWord')}</p>
          )}
          <Facts>
            {event && placeOf(event) && (
              <>
                <Fact name={t('card.place')}>
                  <PlaceWords lon={event.lon} lat={event.lat} />
                  {placeOf(event)}
                </Fact>
                <Fact name={t('card.system')}>WGS-84</Fact>
              </>
            )}
            {event && (
              <>
                <Fact name={t('card.clock')}>{zonedTime(event.device_time)}</Fact>
                <Fact name={t('opening.way')}>
                  {[sourceWord(sources, event.lso), event.code].filter(Boolean).join(' · ')}
                </Fact>
                <Fact name={t('opening.state')}>
                  {states.word(event.ls_before)} → {states.word(event.ls_after)}
                </Fact>
                <Fact name={t('opening.named')}>{event.actor}</Fact>
              </>
            )}
          </Facts>
        </section>
      </div>

      <section>
        <h3>{t('card.times')}</h3>
        <ol className="evidence-times">
          <Moment name={t('card.ordered')} time={order.create_time} />
          <Moment name={commandSigns.sent.word[lang]} time={order.sent_time} />
          <Moment name={commandSigns.answered_ok.word[lang]} time={order.answer_time} />
          <Moment name={t(proved ? 'card.moved' : 'card.notMoved')} time={proved ? order.evidence_time : null} />
        </ol>
      </section>

      <section>
        <h3>{t('opening.frame')}</h3>
        {raw === null ? <p>{t('opening.noFrame')}</p> : <Frame hex={raw} />}
      </section>

      <section>
        <h3>{t('card.log')}</h3>
        {log === null ? (
          <p>{t('card.noLog')}</p>
        ) : (
          <p className="mono">
            #{log.id} · {zonedTime(log.create_time)} · {log.operate_address} · {log.instruct}
          </p>
        )}
      </section>

      <section className="evidence-check">
        <h3>{t('card.covered')}</h3>
        <pre className="mono">{text}</pre>
        <p>
          SHA-256 <b className="mono">{checksum.replace(/.{8}(?=.)/g, '$& ')}</b>
        </p>
        <p>{t('card.verify', { address: `${window.location.origin}/evidence?order=${order.id}` })}</p>
        <p>{t(proved ? 'card.limits' : 'card.unprovedMeans')}</p>
      </section>

      <PaperSignatures />
    </article>
  );
};

const Moment = ({ name, time }: { name: ReactNode; time: string | null }) => (
  <li data-known={time !== null}>
    <b>{name}</b>
    <span className="mono">{time === null ? '–' : zonedTime(time)}</span>
  </li>
);

const PER_LINE = 24;
/** Bytes in lines, each with its place. */
const Frame = ({ hex }: { hex: string }) => {
  const bytes = hex.toUpperCase().match(/../g) ?? [];
  const lines = Array.from({ length: Math.ceil(bytes.length / PER_LINE) }, (_, at) => at * PER_LINE);
  return (
    <pre className="mono evidence-frame">
      {lines.map((at) => `${String(at).padStart(3, '0')}  ${bytes.slice(at, at + PER_LINE).join(' ')}`).join('\n')}
    </pre>
  );
};
