import { errors } from '@plomb/contract/errors';
import { orderCalls } from '@plomb/contract/orders/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';

const of = orderCalls.orderQueue;
const MOST = 100;

/** Takes orders back after asking, and says of those that were not why. */
export const useCancel = (): ((chosen: ReadonlyMap<number, string>, done: () => void) => void) => {
  const { t } = useTranslation('orders');
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const { modal } = App.useApp();

  const take = async (chosen: ReadonlyMap<number, string>): Promise<void> => {
    const ids = [...chosen.keys()];
    const left = new Map<string, string[]>();
    let count = 0;
    try {
      for (let from = 0; from < ids.length; from += MOST) {
        const { rows } = await send(of.cancel, { ids: ids.slice(from, from + MOST) });
        for (const { id, refusal } of rows) {
          if (refusal === null) count++;
          else left.set(refusal, [...(left.get(refusal) ?? []), chosen.get(id) ?? `#${id}`]);
        }
      }
    } catch {
      // said by the client; what was taken back before stands in the list
    }
    for (const { path } of [of.list, of.detail, of.summary]) await queries.invalidateQueries({ queryKey: [path] });
    if (count > 0) said(t('queue.cancelled', { count }));
    if (left.size === 0) return;
    modal.info({
      title: t('queue.notCancelled', { count: [...left.values()].flat().length }),
      content: [...left].map(([refusal, names]) => (
        <section key={refusal}>
          <p>{errors[refusal as keyof typeof errors][lang]}</p>
          <ul>
            {names.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two orders may be called alike
              <li key={at}>{name}</li>
            ))}
          </ul>
        </section>
      )),
    });
  };
  return (chosen, done) => {
    modal.confirm({
      title: t('queue.cancelTitle', { count: chosen.size }),
      content: t('queue.cancelText'),
      okText: t('queue.cancel'),
      cancelText: t('queue.keep'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await take(chosen);
        done();
      },
    });
  };
};
