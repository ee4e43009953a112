import { SwapOutlined } from '@ant-design/icons';
import type { OutputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import { type Handover, handoverPurposes, handoverStates } from '@plomb/contract/seals/handovers';
import { sealMedia } from '@plomb/contract/seals/number';
import { runsInWords } from '@plomb/contract/seals/runs';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Two } from '../../ui/table/Two.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { HandoverAnswer } from './HandoverAnswer.tsx';
import { HandoverForm } from './HandoverForm.tsx';
import './seals.css';

const { handovers } = sealCalls;
type Whole = OutputOf<typeof handovers.detail>;

/** Seals from hand to hand: what was offered to whom, what of it was there, and what waits for an answer. */
export const HandoversPage = () => {
  const { t } = useTranslation('seals');
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const states = useDictionary('handover_state');
  const purposes = useDictionary('handover_purpose');
  const media = Object.fromEntries(sealMedia.map((medium) => [medium, t(`field.media.${medium}`)]));
  const open = (value: string | null): void =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete('open');
      else next.set('open', value);
      return next;
    });
  return (
    <>
      <RecordsPage
        of={handovers}
        columns={useColumns()}
        name={(one, id) => (one ? `${one.giver_name} → ${one.taker_name}` : `#${id}`)}
        count={() => t('handover.what')}
        every={15_000}
        search={t('handover.search')}
        actions={
          may(handovers.offer) && (
            <Button type="primary" icon={<SwapOutlined />} onClick={() => open('add')}>
              {t('handover.offer')}
            </Button>
          )
        }
        filters={
          <>
            <FilterChip
              several
              name="state"
              label={t('state')}
              options={handoverStates.map((value) => ({ value, label: states.word(value) }))}
            />
            <FilterChip
              name="purpose"
              label={t('handover.purpose')}
              options={handoverPurposes.map((value) => ({ value, label: purposes.word(value) }))}
            />
            <FilterChip
              name="medium"
              label={t('field.medium')}
              options={sealMedia.map((value) => ({ value, label: media[value] ?? value }))}
            />
            <TimeRange label={t('handover.offered')} />
          </>
        }
        isFileWhole
        words={{ state: states.words, purpose: purposes.words, medium: media }}
        detail={(one) => <HandoverDetail of={one} />}
        footer={(one) => <HandoverAnswer of={one} />}
        empty={{ title: t('handover.emptyTitle'), text: t('handover.emptyText') }}
      />
      {address.get('open') === 'add' && may(handovers.offer) && <HandoverForm close={() => open(null)} />}
    </>
  );
};

const useColumns = (): Column<Handover>[] => {
  const { t } = useTranslation('seals');
  const purposes = useDictionary('handover_purpose');
  const number = useNumber();
  return [
    { title: t('handover.offered'), dataIndex: 'offer_time', width: 110, render: (time: string) => <At of={time} /> },
    {
      title: `${t('state')} · ${t('handover.purpose')}`,
      dataIndex: 'state',
      width: 130,
      render: (_, { state, purpose }) => (
        <Two upper={<DictTag code="handover_state" value={state} />} lower={purposes.word(purpose)} />
      ),
      file: [
        { field: 'state', title: t('state') },
        { field: 'purpose', title: t('handover.purpose') },
      ],
    },
    {
      title: t('handover.numbers'),
      dataIndex: 'numbers',
      identity: true,
      width: 200,
      ellipsis: true,
      className: 'mono',
    },
    { title: t('handover.giver'), dataIndex: 'giver_name', width: 110, ellipsis: true },
    { title: t('handover.taker'), dataIndex: 'taker_name', width: 110, ellipsis: true },
    {
      title: t('handover.count'),
      dataIndex: 'count',
      width: 120,
      align: 'right',
      render: (value: number) => number(value),
    },
    {
      title: t('handover.received'),
      dataIndex: 'received',
      width: 80,
      align: 'right',
      render: (value: number, { answer_time }) => answer_time && number(value),
    },
    {
      title: t('handover.missing'),
      dataIndex: 'missing',
      width: 85,
      align: 'right',
      render: (value: number) => value > 0 && <b className="seal-wrong">{number(value)}</b>,
    },
    {
      title: t('handover.answered'),
      dataIndex: 'answer_time',
      width: 110,
      render: (time: string | null) => time && <At of={time} />,
    },
    { title: t('handover.remark'), dataIndex: 'remark', width: 160, ellipsis: true, optional: true },
    { title: t('handover.answer'), dataIndex: 'answer', width: 160, ellipsis: true, optional: true },
  ];
};

/** The receipt: who signed for what and when, and what became of every number. */
const HandoverDetail = ({ of }: { of: Whole }) => {
  const { t } = useTranslation('seals');
  const outcomes = [...new Set(of.items.map(({ outcome }) => outcome))];
  return (
    <>
      <Facts>
        <Fact name={t('handover.receipt')} mono>
          {`JJ-${of.id}`}
        </Fact>
        <Fact name={t('state')}>
          <DictTag code="handover_state" value={of.state} />
        </Fact>
        <Fact name={t('handover.purpose')}>
          <DictTag code="handover_purpose" value={of.purpose} />
        </Fact>
        <Fact name={t('handover.signedGiver')}>
          {[of.giver_name, of.giver_org, clockTime(of.offer_time)].join(' · ')}
        </Fact>
        <Fact name={t(of.state === 'withdrawn' ? 'handover.taker' : 'handover.signedTaker')}>
          {[of.taker_name, of.taker_org, of.answer_time && of.state !== 'withdrawn' && clockTime(of.answer_time)]
            .filter(Boolean)
            .join(' · ') + (of.answer_time ? '' : ` · ${t('handover.waits')}`)}
        </Fact>
        <Fact name={t('handover.counts')}>
          {of.answer_time
            ? t('handover.countsOf', { count: of.count, received: of.received, missing: of.missing })
            : of.count}
        </Fact>
        {of.remark && <Fact name={t('handover.remark')}>{of.remark}</Fact>}
        {of.answer && <Fact name={t('handover.answer')}>{of.answer}</Fact>}
      </Facts>
      {outcomes.map((outcome) => (
        <section key={outcome ?? ''} className="seal-life" data-outcome={outcome}>
          <h3>{outcome ? <DictTag code="handover_outcome" value={outcome} /> : t('handover.numbers')}</h3>
          <p className="mono">
            {runsInWords(of.items.filter((item) => item.outcome === outcome).map(({ number }) => number))}
          </p>
        </section>
      ))}
    </>
  );
};
