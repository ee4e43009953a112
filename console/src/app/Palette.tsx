import { FileOutlined, SearchOutlined, ThunderboltOutlined } from '@ant-design/icons';
import type { deviceCalls } from '@plomb/contract/devices/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { finds } from '@plomb/contract/kit/search';
import { outOfUseOf } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { Input, type InputRef, Modal } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NameAndPlate } from '../lock/NameAndPlate.tsx';
import { StateSign } from '../lock/sign/StateSign.tsx';
import { useSettings } from '../platform/settings.ts';
import { useRelative } from '../platform/time.ts';
import { Serial } from '../ui/Serial.tsx';
import { entriesOf, menuIndex } from './menuIndex.ts';
import type { Page } from './pages.ts';
import './palette.css';
import { useKeysHere } from '../ui/keys.ts';
import { useDeviceHits } from './useDeviceHits.ts';
import { usePaletteActions } from './usePaletteActions.ts';
import { usePinyin } from './usePinyin.ts';

type Device = OutputOf<typeof deviceCalls.devices.list>['rows'][number];

interface Hit {
  /** an address, or a name of its own where it is something to do */
  key: string;
  text: string;
  /** where it stands, or whose it is */
  note: string;
  group: 'pages' | 'devices' | 'actions';
  device?: Device;
  act?: () => void;
}

/** A lock as one knows it: its state, its number, its plate, and how old all that is. */
const DeviceHit = ({ device: d }: { device: Device }) => {
  const lang = useSettings((s) => s.lang);
  const relative = useRelative();
  return (
    <>
      <StateSign status={d.lock_status} connection={d.connection} trust={trustOf(d, d.fresh)} lang={lang} size={18} />
      <Serial value={d.sn} />
      <NameAndPlate name={d.device_name} plate={d.subject} outOfUse={outOfUseOf(d)} />
      <small>{[d.seen_time && relative(d.seen_time), d.org_name].filter(Boolean).join(' · ')}</small>
    </>
  );
};

/** Goes anywhere without the mouse: pages by title, in Chinese by pinyin too, and devices by serial number or name. */
export const Palette = ({ pages, close }: { pages: readonly Page[]; close: () => void }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const field = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const spell = usePinyin();

  const find = useMemo(() => menuIndex(entriesOf(pages, lang), spell), [pages, lang, spell]);
  const { devices, busy } = useDeviceHits(text);
  const actions = usePaletteActions();
  const hits = useMemo<Hit[]>(
    () => [
      ...find(text).map(({ path, titles }) => ({
        key: path,
        text: titles.at(-1) ?? path,
        note: titles.slice(0, -1).join(' › '),
        group: 'pages' as const,
      })),
      ...devices.map((d) => ({
        key: `/device/${d.id}`,
        text: `${d.sn} ${d.device_name}`,
        note: d.org_name,
        group: 'devices' as const,
        device: d,
      })),
      ...actions.filter((a) => text.trim() !== '' && finds(text)(a.text)),
    ],
    [find, text, devices, actions],
  );
  const at = Math.min(chosen, hits.length - 1);

  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const go = (hit: Hit | undefined, onMap: boolean): void => {
    if (!hit) return;
    close();
    if (hit.act) hit.act();
    else if (hit.device && onMap) void navigate(`/map?id=${hit.device.id}`);
    else void navigate(hit.key);
  };
  // devices of another text stand there until these have come: nobody goes to one that was not looked for
  const [awaited, wait] = useState<{ onMap: boolean } | null>(null);
  const enter = (onMap: boolean): void => {
    const hit = hits[at];
    if (busy && (!hit || hit.device)) wait({ onMap });
    else go(hit, onMap);
  };
  const arrived = useEffectEvent((onMap: boolean): void => {
    wait(null);
    go(hits[at], onMap);
  });
  useEffect(() => {
    if (awaited && !busy) arrived(awaited.onMap);
  }, [awaited, busy]);
  const last = hits.length - 1;
  const pressed = useKeysHere(t('search'), [
    { keys: ['ArrowUp'], does: t('keys.choose'), press: () => choose(at <= 0 ? last : at - 1) },
    { keys: ['ArrowDown'], does: t('keys.choose'), press: () => choose(at >= last ? 0 : at + 1) },
    { keys: ['Enter'], does: t('keys.go'), press: () => enter(false) },
    { keys: ['Shift+Enter'], does: t('keys.locate'), press: () => enter(true) },
  ]);

  return (
    <Modal
      open
      onCancel={close}
      afterOpenChange={(open) => open && field.current?.focus()}
      footer={null}
      closable={false}
      width={600}
      className="palette"
      title={<span className="unseen">{t('search')}</span>}
    >
      <Input
        ref={field}
        variant="borderless"
        size="large"
        prefix={<SearchOutlined />}
        placeholder={t('search')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          choose(0);
          wait(null);
        }}
        onKeyDown={pressed}
        role="combobox"
        aria-label={t('search')}
        aria-expanded
        aria-controls="palette-hits"
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `palette-${at}` : undefined}
      />
      <div className="palette-hits" id="palette-hits" role="listbox" aria-label={t('search')} ref={list}>
        {(['pages', 'devices', 'actions'] as const).map((group) => {
          const those = hits.map((hit, i) => ({ hit, i })).filter(({ hit }) => hit.group === group);
          if (those.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: groups of options have no element outside of a select
            <div key={group} role="group" aria-label={t(`searchGroup.${group}`)}>
              <p aria-hidden="true">{t(`searchGroup.${group}`)}</p>
              {those.map(({ hit, i }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field and moves the choice from there
                // biome-ignore lint/a11y/useFocusableInteractive: an option is pointed at by aria-activedescendant
                <div
                  key={hit.key}
                  id={`palette-${i}`}
                  role="option"
                  aria-selected={i === at}
                  onClick={(event) => go(hit, event.shiftKey)}
                  onMouseMove={() => i !== at && choose(i)}
                >
                  {hit.device ? (
                    <DeviceHit device={hit.device} />
                  ) : (
                    <>
                      {group === 'pages' ? <FileOutlined /> : <ThunderboltOutlined />}
                      <span>{hit.text}</span>
                      <small>{hit.note}</small>
                    </>
                  )}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <p className="palette-foot" role="status" data-keys={hits.length > 0}>
        {hits.length > 0 ? t('searchKeys') : busy ? t('searching') : t('searchEmpty', { text: text.trim() })}
      </p>
    </Modal>
  );
};
