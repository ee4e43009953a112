import type { OutputOf } from '@plomb/contract/kit/call';
import type { SealMedium } from '@plomb/contract/seals/number';
import { useQuery } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { operationsAt } from '../../lock/alarmAddress.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { operationsBy, sealsBy } from './media.ts';
import { OutcomeSign, Shots } from './Operations.tsx';
import { SealSign } from './signs.tsx';

type Whole = OutputOf<(typeof sealsBy)['qr']['detail']>;
const NEWEST = 50;

/** One seal: what it is, where it is, and all that was done with it. */
export const SealDetail = ({ medium, seal }: { medium: SealMedium; seal: Whole }) => {
  const { t } = useTranslation('seals');
  return (
    <>
      <div className="seal-head">
        {seal.payload && (
          <span className="seal-code">
            <QRCode
              value={seal.payload}
              type="svg"
              size={112}
              bordered={false}
              errorLevel="M"
              bgColor="#fff"
              color="#000"
            />
          </span>
        )}
        <div>
          <SealSign of={seal} />
          {seal.payload && <p className="seal-hint">{t('detail.code')}</p>}
        </div>
      </div>
      <Facts>
        {seal.object && <Fact name={t(seal.state === 'sealed' ? 'object' : 'detail.was')}>{seal.object}</Fact>}
        {medium === 'rfid' && (
          <Fact name={t('rfidTask.lock')}>
            {seal.rfid_state ? <DictTag code="rfid_state" value={seal.rfid_state} /> : t('rfidTask.lockUnknown')}
          </Fact>
        )}
        {seal.state === 'sealed' && <Fact name={t('sealedAt')}>{clockTime(seal.seal_time)}</Fact>}
        {seal.lat !== null && seal.lon !== null && (
          <Fact name={t('detail.place')}>
            <PlaceWords lon={seal.lon} lat={seal.lat} />
          </Fact>
        )}
        <Fact name={t('holder')}>{seal.holder_name || t('detail.nobody')}</Fact>
        <Fact name={t('kind.title')}>{seal.kind_name}</Fact>
        <Fact name={t('kind.class')}>
          <DictTag code="iso_class" value={seal.iso_class} />
        </Fact>
        {seal.maker && <Fact name={t('kind.maker')}>{seal.maker}</Fact>}
        {seal.certificate && <Fact name={t('kind.certificate')}>{seal.certificate}</Fact>}
        <Fact name={t('organisation')}>{seal.org_name}</Fact>
        <Fact name={t('created')}>{clockTime(seal.create_time)}</Fact>
      </Facts>
      <Hands medium={medium} id={seal.id} />
      <Life medium={medium} id={seal.id} />
    </>
  );
};

/** Who had it in hand, the newest first; where it went missing the chain is broken until it is found. */
const Hands = ({ medium, id }: { medium: SealMedium; id: number }) => {
  const { t } = useTranslation('seals');
  const of = sealsBy[medium].hands;
  const { data } = useQuery({ queryKey: [of.path, id], queryFn: () => send(of, { id }, { quiet: true }) });
  if (!data || data.rows.length === 0) return null;
  const isBroken = data.rows.some(({ kind }) => kind === 'missing');
  return (
    <section className="seal-life">
      <h3>
        {t('detail.hands')} <small data-broken={isBroken}>{t(isBroken ? 'detail.broken' : 'detail.whole')}</small>
      </h3>
      <ol>
        {data.rows.map((one) => (
          <li key={one.id} data-hand={one.kind}>
            <p>
              <b>{one.holder_name}</b> <DictTag code="seal_hand" value={one.kind} /> <time>{clockTime(one.at)}</time>
            </p>
            {one.handover_id && <p className="seal-hint">JJ-{one.handover_id}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
};

const Life = ({ medium, id }: { medium: SealMedium; id: number }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const of = operationsBy[medium];
  const { data, error } = useQuery({
    enabled: may(of.list),
    queryKey: [of.list.path, id],
    queryFn: () => send(of.list, { seal_id: id, size: NEWEST }, { quiet: true }),
    refetchInterval: 15_000,
  });
  if (!may(of.list)) return null;
  return (
    <section className="seal-life">
      <h3>{t('detail.life')}</h3>
      {error && !data && <p role="alert">{failureWords(error, lang)}</p>}
      {data?.rows.length === 0 && <p className="seal-hint">{t('detail.untouched')}</p>}
      <ol>
        {data?.rows.map((one) => (
          <li key={one.id} data-outcome={one.outcome}>
            {one.outcome !== 'done' && <OutcomeSign of={one} />}
            <p>
              <DictTag code="seal_operation" value={String(one.operation)} /> <time>{clockTime(one.at)}</time>
            </p>
            <p className="seal-hint">
              {[one.oper_name, one.org_name, one.object, one.reason, one.late && t('operation.late')]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Shots photos={one.photos} />
          </li>
        ))}
      </ol>
      {data?.more && <Link to={`${operationsAt[medium]}?seal_id=${id}`}>{t('detail.all')}</Link>}
    </section>
  );
};
