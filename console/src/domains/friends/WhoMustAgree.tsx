import { type SecondSaid, secondSaid } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import type { InputOf } from '@plomb/contract/kit/call';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Modal, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';

const { rule, setRule } = friendCalls.authorisations;

/** When the own organisation asks for a second authoriser. */
export const WhoMustAgree = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('friends');
  const lang = useSettings((s) => s.lang);
  const id = useId();
  const mayChange = useMay()(setRule);
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: [rule.path], queryFn: () => send(rule, {}, { quiet: true }) });
  const change = async (part: InputOf<typeof setRule>): Promise<void> => {
    try {
      // the other one may be changed by somebody else meanwhile
      await send(setRule, part);
      said(t('auth.rule.saved'));
    } catch {
      // said by the client
    }
    await queries.invalidateQueries({ queryKey: [rule.path] });
  };
  return (
    <Modal open title={t('auth.rule.title')} onCancel={close} footer={null}>
      <p>{t('auth.rule.text')}</p>
      {error && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      {data &&
        (['second_permanent', 'second_others'] as const).map((which) => (
          <div key={which} className="auth-rule">
            <span id={`${id}-${which}`}>{t(`auth.rule.${which}`)}</span>
            <Radio.Group
              aria-labelledby={`${id}-${which}`}
              value={data[which].said}
              disabled={!mayChange}
              options={secondSaid.map((value) => ({ value, label: t(`auth.rule.said.${value}`) }))}
              onChange={(e) => void change({ [which]: e.target.value as SecondSaid })}
            />
            <small>
              {t(data[which].bound ? 'auth.rule.bound' : data[which].needed ? 'auth.rule.needed' : 'auth.rule.free')}
            </small>
          </div>
        ))}
      <p>{t('auth.rule.people')}</p>
    </Modal>
  );
};
