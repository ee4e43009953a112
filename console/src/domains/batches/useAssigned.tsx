import type { Assignment } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';

const of = batchCalls.assignments;
/** So many go in one call. */
const MOST = 100;

/** It is one's own, and holds: sending may be forbidden or allowed, and it may be withdrawn. */
export const isHeld = ({ own, state }: Assignment): boolean => own && (state === 'allowed' || state === 'forbidden');

/** What is done to distributions, one or many, each time after asking. */
export const useAssigned = () => {
  const { t } = useTranslation('batches');
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const anew = () =>
    Promise.all([of.list, of.detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  /** Those that ended meanwhile are left, and told. */
  const change = async (
    all: readonly Assignment[],
    call: (ids: number[]) => Promise<{ ended: number[] }>,
    words: (count: number) => string,
  ): Promise<void> => {
    const ids = all.map(({ id }) => id);
    let [count, ended] = [0, 0];
    try {
      for (let from = 0; from < ids.length; from += MOST) {
        const part = ids.slice(from, from + MOST);
        const gone = (await call(part)).ended.length;
        count += part.length - gone;
        ended += gone;
      }
    } catch {
      // said by the client; what was changed before stands in the list
    }
    if (count > 0)
      said([words(count), ended > 0 && t('assign.endedBefore', { count: ended })].filter(Boolean).join(' '));
    await anew();
  };
  const question = (what: 'allow' | 'forbid' | 'withdraw', all: readonly Assignment[]): string => {
    const [one, ...more] = all;
    return one && more.length === 0
      ? t(`assign.${what}Title`, { sn: one.sn, organisation: one.to_org_name })
      : t(`assign.${what}ManyTitle`, { count: all.length });
  };
  return {
    anew,
    sending: (all: readonly Assignment[], sending: boolean, done: () => void = () => undefined): void => {
      const to = sending ? 'allow' : 'forbid';
      modal.confirm({
        title: question(to, all),
        content: t(`assign.${to}Text`),
        okText: t(`assign.${to}Sending`),
        cancelText: t('assign.leaveSo'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: async () => {
          await change(
            all,
            (ids) => send(of.sending, { ids, sending }),
            (count) => t(sending ? 'assign.isAllowed' : 'assign.isForbidden', { count }),
          );
          done();
        },
      });
    },
    withdraw: (all: readonly Assignment[], done: () => void = () => undefined): void => {
      modal.confirm({
        title: question('withdraw', all),
        content: t('assign.withdrawText'),
        okText: t('assign.withdraw'),
        cancelText: t('assign.keep'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: async () => {
          await change(
            all,
            (ids) => send(of.end, { ids }),
            (count) => t('assign.withdrawn', { count }),
          );
          done();
        },
      });
    },
  };
};
