import type { BatchEvidence as Evidence } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { movesMetal, sayOrder } from '@plomb/contract/lock/orderKinds';
import { commandSigns } from '@plomb/contract/lock/signs';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OutcomeWord } from '../../lock/OutcomeWord.tsx';
import { Paper, PaperHead, PaperSignatures } from '../../lock/paper/Paper.tsx';
import { zonedTime } from '../../lock/paper/zonedTime.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { useNumber } from '../../ui/useNumber.ts';

const { evidence } = batchCalls.batches;

/** A batch on paper: what was ordered, by whom and why, and of each device how far it came and when. */
export const BatchEvidence = ({ id, part }: { id: number; part: number }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const asked = useQuery({
    queryKey: [evidence.path, id, part, lang],
    queryFn: () => send(evidence, { id, part }, { quiet: true }),
  });
  return (
    <Paper asked={asked} none={{ title: t('card.failedTitle'), text: t('card.failedText') }}>
      {(data) => <Sheet one={data} part={part} />}
    </Paper>
  );
};

const Sheet = ({ one, part }: { one: Evidence; part: number }) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const states = useDictionary('batch_state');
  const moves = movesMetal(one.kind);
  const proved = one.outcomes.find(({ outcome }) => outcome === 'proved')?.count ?? 0;
  return (
    <article className="evidence evidence-batch" lang={lang === 'zh' ? 'zh-CN' : 'en'}>
      <PaperHead title={t('batch.title')} number={t('batch.number', { id: one.id })} />
      <section className="evidence-columns">
        <Facts>
          <Fact name={t('queue.kind')}>{sayOrder(one.kind, one.args)[lang]}</Fact>
          <Fact name={t('queue.person')}>{personNamed(one.oper_name, one.login_name)}</Fact>
          <Fact name={t('queue.why')}>{reasonIn(lang, one)}</Fact>
          <Fact name={t('card.ordered')}>{zonedTime(one.start_time ?? one.create_time)}</Fact>
          <Fact name={t('batch.state')}>{states.word(one.state)}</Fact>
        </Facts>
        <div>
          {moves && (
            <p>
              <b>{t('batch.proved', { proved, count: one.total })}</b>
            </p>
          )}
          <ul className="evidence-outcomes">
            {one.outcomes.map(({ outcome, count }) => (
              <li key={outcome}>
                <OutcomeWord outcome={outcome} /> <b>{number(count)}</b>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {one.parts > 1 && (
        <nav className="evidence-parts" aria-label={t('batch.parts')}>
          <b>{t('batch.part', { part, parts: one.parts })}</b>
          {part > 1 && <Link to={`?batch=${one.id}&part=${part - 1}`}>{t('batch.before')}</Link>}
          {part < one.parts && <Link to={`?batch=${one.id}&part=${part + 1}`}>{t('batch.next')}</Link>}
        </nav>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="evidence-scroll" tabIndex={0} aria-label={t('batch.devices')}>
        <table>
          <thead>
            <tr>
              {[
                t('queue.device'),
                t('batch.order'),
                t('card.ordered'),
                commandSigns.sent.word[lang],
                commandSigns.answered_ok.word[lang],
                t('batch.provedAt'),
                t('batch.outcome'),
              ].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.rows.map((row) => (
              <Device key={row.device_id} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      <section className="evidence-check">
        <p>{t('batch.means')}</p>
        <p>{t(moves ? 'batch.meansProved' : 'batch.meansNoMetal')}</p>
        <p>{t('batch.cards', { address: `${window.location.origin}/evidence?order=…` })}</p>
      </section>
      <PaperSignatures />
    </article>
  );
};

const Device = ({ row }: { row: Evidence['rows'][number] }) => {
  const causes = useDictionary('reply_cause');
  return (
    <tr>
      <th scope="row">
        {row.sn && <Serial value={row.sn} />}
        <small>{[row.subject, row.device_name].filter(Boolean).join(' · ')}</small>
      </th>
      <td className="mono">
        {row.command_id === null ? '–' : <Link to={`/evidence?order=${row.command_id}`}>{row.command_id}</Link>}
      </td>
      <Moment time={row.create_time} />
      <Moment time={row.sent_time} />
      <Moment time={row.answer_time} />
      <Moment time={row.proved_time} />
      <td>
        <OutcomeWord outcome={row.outcome} />
        <small>{row.refusal || (row.cause ? causes.word(row.cause) : '')}</small>
      </td>
    </tr>
  );
};

/** With its zone: paper is read in others. */
const Moment = ({ time }: { time: string | null }) => (
  <td className="mono">
    {time === null ? (
      '–'
    ) : (
      <>
        {dayjs(time).format('HH:mm:ss')}
        <small>{dayjs(time).format('YYYY-MM-DD Z')}</small>
      </>
    )}
  </td>
);
