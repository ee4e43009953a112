import { Modal } from 'antd';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import './palette.css';

/** Every key the console listens to, where it does. */
const keys = {
  everywhere: [
    ['search', ['Ctrl', 'K']],
    ['keys', ['?']],
    ['close', ['Esc']],
    ['alarms', ['F8']],
  ],
  list: [
    ['find', ['/']],
    ['walk', ['↑', '↓']],
    ['ends', ['Home', 'End']],
    ['open', ['Enter']],
    ['select', ['Space']],
  ],
  map: [
    ['find', ['/']],
    ['leave', ['Esc']],
  ],
  tabs: [
    ['along', ['←', '→']],
    ['closeTab', ['Delete']],
  ],
  palette: [
    ['go', ['Enter']],
    ['locate', ['Shift', 'Enter']],
  ],
} as const;

/** The keys, for whoever asks with `?`. */
export const KeysHelp = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('app');
  return (
    <Modal open onCancel={close} footer={null} title={t('keys.title')} width={520} className="keys-help">
      {(Object.keys(keys) as (keyof typeof keys)[]).map((place) => (
        <section key={place}>
          <h2>{t(`keys.${place}.title`)}</h2>
          <dl>
            {keys[place].map(([does, pressed]) => (
              <Fragment key={does}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${place}.${does}` as 'keys.everywhere.search')}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
};
