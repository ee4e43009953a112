import { CheckOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeLook, resetLook } from '../platform/look.ts';
import { said } from '../platform/notices.ts';
import { modes, useSettings } from '../platform/settings.ts';
import './settings.css';
import { swatches } from './swatches.ts';

const switches = ['tabsView', 'fixedHeader', 'sidebarLogo', 'pinyinSearch'] as const;

/** React's `onChange` of a colour is every step of the way there, each a new theme: the browser's own `change` is the end. */
const onPicked = (pick: (colour: string) => void) => (input: HTMLInputElement | null) => {
  const picked = (): void => pick(input?.value ?? '');
  input?.addEventListener('change', picked);
  return () => input?.removeEventListener('change', picked);
};

/** How the console looks for this person. Every change acts at once and is kept on the server. */
export const SettingsPanel = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('app');
  const settings = useSettings();
  const colour = settings.colour.toLowerCase();
  return (
    <Drawer
      open
      title={t('settings.title')}
      size={320}
      onClose={close}
      rootClassName="settings"
      // what changes must be seen
      styles={{ mask: { background: 'none' } }}
    >
      <h2 id="settings-mode">{t('theme.label')}</h2>
      <Segmented
        block
        aria-labelledby="settings-mode"
        value={settings.mode}
        options={modes.map((mode) => ({ value: mode, label: t(`theme.${mode}`) }))}
        onChange={(mode) => changeLook({ mode })}
      />
      <h2 id="settings-colour">{t('settings.colour')}</h2>
      <div className="swatches" role="radiogroup" aria-labelledby="settings-colour">
        {swatches.map((s) => (
          <label key={s.name} title={t(`settings.colours.${s.name}`)} style={{ background: s.colour }}>
            <input
              type="radio"
              name="theme-colour"
              aria-label={t(`settings.colours.${s.name}`)}
              checked={s.colour === colour}
              onChange={() => changeLook({ colour: s.colour })}
            />
            {s.colour === colour && <CheckOutlined />}
          </label>
        ))}
        <label className="other-colour">
          <input key={colour} type="color" defaultValue={colour} ref={onPicked((c) => changeLook({ colour: c }))} />
          {t('settings.otherColour')}
        </label>
      </div>
      <p className="settings-note">{t('settings.colourNote')}</p>
      <h2>{t('settings.layout')}</h2>
      {switches
        .filter((name) => name !== 'pinyinSearch' || settings.lang === 'zh')
        .map((name) => (
          <label key={name} className="settings-switch" htmlFor={`settings-${name}`}>
            <span>{t(`settings.${name}`)}</span>
            <Switch id={`settings-${name}`} checked={settings[name]} onChange={(on) => changeLook({ [name]: on })} />
          </label>
        ))}
      <p className="settings-note">{t('settings.saved')}</p>
      <Button
        onClick={() => {
          resetLook();
          said(t('settings.resetDone'));
        }}
      >
        {t('settings.reset')}
      </Button>
    </Drawer>
  );
};
