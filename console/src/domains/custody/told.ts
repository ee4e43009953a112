import type { LedgerRow } from '@plomb/contract/custody/ledger';
import { groupOf } from '@plomb/contract/custody/rows';
import { type ErrorCode, errors } from '@plomb/contract/errors';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useTranslation } from 'react-i18next';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What a row says besides, in words, each by itself: what is not in its details is not said. */
export const useTold = (): ((row: Pick<LedgerRow, 'fact' | 'details'>) => string[]) => {
  const { t } = useTranslation('custody');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const alarms = useDictionary('alarm_kind');
  const verdicts = useDictionary('swipe_verdict');
  const kinds = useDictionary('command_kind');
  const causes = useDictionary('reply_cause');
  const statuses = useDictionary('stock_status');
  const ways = useDictionary('approval_way');
  const channels = useDictionary('message_channel');
  const stage = useStageWord();
  const steps = useDictionary('stock_step');
  const operations = useDictionary('seal_operation');
  const wrongs = useDictionary('seal_abnormal');
  const seen = useDictionary('seal_look');
  const batchCauses = useDictionary('batch_cause');
  return ({ fact, details: d }) => {
    const move = (words: { word(code: number): string }, from: unknown, to: unknown): string => {
      if (typeof from !== 'number' || typeof to !== 'number') return '';
      return from === to ? words.word(to) : `${words.word(from)} → ${words.word(to)}`;
    };
    const list = (value: unknown, word: (one: string) => string): string =>
      Array.isArray(value) ? value.map((one) => word(String(one))).join(', ') : '';
    const named = (
      key: 'object' | 'frozen' | 'role' | 'orderedBy' | 'giver' | 'receiver' | 'witness' | 'replacement' | 'rule',
      value: unknown,
    ): string => text(value) && t(`told.${key}`, { name: text(value) });
    const flag = (key: 'late' | 'toldLate' | 'inferred' | 'uncounted', value: unknown): string =>
      value === true ? t(`told.${key}`) : '';
    const looks = (value: unknown): string =>
      Array.isArray(value)
        ? value.map((one) => `${text(one.point_name)}: ${seen.word(text(one.look))}`).join(', ')
        : '';
    const title = d.title as { zh?: string; en?: string } | undefined;
    const approvesMore = d.kind === 'firmware_resume';
    const refusal = errors[text(d.refusal) as ErrorCode];
    return [
      title?.[lang] ?? '',
      text(d.meter),
      text(d.station),
      text(d.work),
      text(d.exception),
      looks(d.looks),
      text(d.certificate),
      text(d.error),
      text(d.parts),
      [text(d.serial), text(d.plate), text(d.position)].filter(Boolean).join(' · '),
      [text(d.number), text(d.last)].filter(Boolean).join(' – '),
      typeof d.count === 'number' ? t('told.count', { count: d.count }) : '',
      typeof d.again === 'number' ? t('told.again', { count: d.again }) : '',
      typeof d.operation === 'number' && fact !== 'seal.abnormal' && d.refusal
        ? operations.word(String(d.operation))
        : '',
      text(d.abnormal) && wrongs.word(text(d.abnormal)),
      refusal?.[lang] ?? '',
      named('object', d.object),
      text(d.kind) && (approvesMore ? t('told.firmwareResume') : kinds.word(text(d.kind))),
      fact === 'stock.came' ? steps.word(text(d.step)) : '',
      move(states, d.before, d.after),
      groupOf(fact) === 'stock' ? move(statuses, d.from, d.to) : '',
      typeof d.lso === 'number' ? sourceWord(sources, d.lso) : '',
      typeof d.fault === 'number' ? faultWord(faults, d.fault) : '',
      list(d.rang, alarms.word),
      text(d.verdict) && verdicts.word(text(d.verdict)),
      named('rule', d.rule),
      text(d.cause) && (groupOf(fact) === 'batch' ? batchCauses : causes).word(text(d.cause)),
      text(d.stage) && stage(text(d.stage) as never),
      text(d.way) && ways.word(text(d.way)),
      text(d.channel) && channels.word(text(d.channel)),
      // whoever offers or takes back gives themselves
      fact === 'seal.offered' || fact === 'seal.withdrawn' ? '' : named('giver', d.giver),
      named('receiver', d.receiver),
      named('witness', d.witness),
      named('replacement', d.replacement),
      Array.isArray(d.frozen) ? named('frozen', d.frozen.join(', ')) : '',
      named('role', d.role),
      named('orderedBy', d.ordered_by),
      reasonIn(lang, {
        reason_code: 'given',
        reason_text: (d.reason_text as { zh: string; en: string } | undefined) ?? null,
        reason: text(d.reason),
      }),
      text(d.why),
      flag(['seal', 'meter', 'batch'].includes(groupOf(fact)) ? 'toldLate' : 'late', d.late),
      flag('inferred', d.inferred),
      flag('uncounted', d.uncounted),
    ].filter(Boolean);
  };
};
