import { Modal } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type Key, signsOf, usePlaces } from '../ui/keys.ts';
import './keysHelp.css';

/** The keys that do something on the page now, by where; what is told twice (every search has its `/`) stands once. */
const usePlacesByTitle = (): [string, Key[]][] => {
  const places = usePlaces((s) => s.places);
  const byTitle = new Map<string, Map<string, Key>>();
  for (const { title, keys } of places) {
    const known = byTitle.get(title) ?? new Map<string, Key>();
    for (const key of keys) known.set(`${key.keys} ${key.does}`, key);
    if (known.size > 0) byTitle.set(title, known);
  }
  const isEverywhere = (keys: Key[]): boolean => keys.some((key) => key.everywhere);
  return [...byTitle]
    .map(([title, keys]): [string, Key[]] => [title, [...keys.values()]])
    .sort(([, a], [, b]) => Number(isEverywhere(b)) - Number(isEverywhere(a)));
};

/** The keys, for whoever asks with `?`. */
export const KeysHelp = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('app');
  return (
    <Modal open onCancel={close} footer={null} title={t('keys.title')} width={520} className="keys-help">
      {usePlacesByTitle().map(([title, keys]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <dl>
            {keys.map(({ keys, does }) => (
              <Fragment key={`${keys} ${does}`}>
                <dt>
                  {signsOf(keys).map((signs) => (
                    <span key={signs.join()}>
                      {signs.map((sign) => (
                        <kbd key={sign}>{sign}</kbd>
                      ))}
                    </span>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
};
