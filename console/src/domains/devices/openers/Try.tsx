import { deviceCalls } from '@plomb/contract/devices/domain';
import { type OpenedBy, openerAnswers } from '@plomb/contract/devices/openers';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { AnswerSign } from './AnswerSign.tsx';
import { MomentPicker } from './MomentPicker.tsx';
import { useOpenerWords } from './useOpenerWords.ts';

const { list } = deviceCalls.openers;

/** One person, one moment: can it? */
export const Try = ({ deviceId, operation }: { deviceId: number; operation: OpenedBy }) => {
  const { t } = useTranslation('devices/openers');
  const lang = useSettings((s) => s.lang);
  const words = useOpenerWords();
  const [sought, seek] = useState('');
  const [person, choose] = useState<number | null>(null);
  const [at, setAt] = useState<string | undefined>();
  const asked = { device_id: deviceId, operation, ...(at ? { at } : {}) };
  const offered = useQuery({
    queryKey: [list.path, 'offered', asked, sought],
    queryFn: () => send(list, { ...asked, size: 20, ...(sought ? { keyword: sought } : {}) }, { quiet: true }),
    placeholderData: keepPreviousData,
  }).data?.rows.filter(({ what }) => what === 'person' || what === 'authorised');
  const { data, error } = useQuery({
    queryKey: [list.path, 'tried', asked, person],
    queryFn: () => send(list, { ...asked, operator_id: person ?? 0 }, { quiet: true }),
    enabled: person !== null,
  });
  const told = openerAnswers.flatMap(
    (answer) => data?.rows.filter((one) => one.what !== 'key' && one.answer === answer) ?? [],
  )[0];
  const options = new Map(
    offered?.flatMap(({ operator_id: id, name, login_name: login }) => (id ? [[id, personNamed(name, login)]] : [])),
  );
  return (
    <section className="device-pane openers-side">
      <div className="openers-try">
        <h2>{t('try')}</h2>
        <Select
          showSearch={{ filterOption: false, onSearch: seek }}
          aria-label={t('person')}
          placeholder={t('person')}
          value={person}
          onChange={choose}
          options={[...options].map(([value, label]) => ({ value, label }))}
        />
        <span>{t('tryAt')}</span>
        <MomentPicker value={at} onChange={setAt} />
        <span>{t('tryCan')}</span>
      </div>
      <p role="status">
        {error && failureWords(error, lang)}
        {told && (
          <>
            <AnswerSign answer={told.answer} /> {words.verdict(told)}
            <small>{words.ground(told)}</small>
          </>
        )}
        {data && !told && t('noRight')}
      </p>
    </section>
  );
};
