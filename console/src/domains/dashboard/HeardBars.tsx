import { Heard } from '@plomb/contract/lock/connection';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Bars } from './Bars.tsx';

/** How long ago the locks said something: each line opens these. */
export const HeardBars = ({ heard, devices }: { heard: Record<Heard, number>; devices: number }) => {
  const { t } = useTranslation('dashboard');
  const words = useDictionary('heard');
  return (
    <section className="panel" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className="panel-note">{t('ofDevices', { count: devices })}</span>
      </header>
      <Bars
        lines={Heard.options.map((name) => ({
          key: name,
          to: `/device?heard=${name}`,
          name: words.word(name),
          count: heard[name],
        }))}
      />
    </section>
  );
};
