import { Heard } from '@plomb/contract/lock/connection';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useNumber } from '../../ui/useNumber.ts';

/** How long ago the locks said something: each line opens these. */
export const HeardBars = ({ heard, devices }: { heard: Record<Heard, number>; devices: number }) => {
  const { t } = useTranslation('dashboard');
  const words = useDictionary('heard');
  const number = useNumber();
  const most = Math.max(1, ...Object.values(heard));
  return (
    <section className="panel" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className="panel-note">{t('ofDevices', { count: devices })}</span>
      </header>
      <ul className="heard">
        {Heard.options.map((name) => (
          <li key={name}>
            <Link className="heard-line" to={`/device?heard=${name}`} data-none={heard[name] === 0}>
              <span>{words.word(name)}</span>
              <span className="heard-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * heard[name]) / most}%` }} />
              </span>
              <b>{number(heard[name])}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
