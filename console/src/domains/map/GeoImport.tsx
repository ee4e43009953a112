import { type FieldErrorCode, fieldErrors } from '@plomb/contract/errors';
import { mapCalls } from '@plomb/contract/map/domain';
import { fenceAlarms } from '@plomb/contract/map/fences';
import type { GeoItem, LeftOut } from '@plomb/contract/map/geoFiles';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Radio } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extentOf, markOf } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send, upload } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { Wrong } from '../../ui/Wrong.tsx';
import './fences.css';

const { geoFiles, fences, interests, map: mapCall } = mapCalls;

/** A file is read and shown; only then, and at a press, something comes of it. */
export const GeoImport = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('map');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const alarms = useDictionary('fence_alarm');
  const types = useDictionary('fence_type');
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [items, setItems] = useState<readonly GeoItem[] | null>(null);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [alarmOn, setAlarmOn] = useState<(typeof fenceAlarms)[number]>('leave');
  const [map, setMap] = useState<MapHandle | null>(null);
  const mayPoints = useMay()(interests.add);
  const drawn = useMemo(
    () => (items ?? []).flatMap(({ name, outline }, at) => (outline ? [{ id: at + 1, name, outline }] : [])),
    [items],
  );
  const points = useMemo(
    () =>
      mayPoints ? (items ?? []).flatMap(({ name, point }, at) => (point ? [{ id: at + 1, name, at: point }] : [])) : [],
    [items, mayPoints],
  );
  const marks = useMemo(() => drawn.map(({ id, name, outline }) => markOf(id, name, outline)), [drawn]);
  useEffect(() => {
    const places = [...drawn.flatMap(({ outline }) => extentOf(outline)), ...points.map(({ at }) => at)];
    if (map && places.length > 0) map.fit(places, 14);
  }, [map, drawn, points]);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await work();
    } catch (error) {
      setFailure(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File): Promise<void> =>
    attempt(async () => {
      // what was read before is not what a file that is refused would become
      setItems(null);
      const read = await upload(geoFiles.read, {}, file);
      setItems(read.items);
      setLeftOut(read.left_out);
    });
  const take = (): Promise<void> =>
    attempt(async () => {
      const done = await send(geoFiles.take, {
        fences: drawn.map(({ name, outline }) => ({ fence_name: name, outline })),
        interests: points.map(({ name, at: [lng, lat] }) => ({ interest_name: name, lng, lat })),
        is_show: true,
        colour: 'violet',
        alarm_on: alarmOn,
      });
      said(t('geo.imported', done));
      close();
      await Promise.all(
        [fences.list, interests.list, mapCall.fences, mapCall.interests].map(({ path }) =>
          queries.invalidateQueries({ queryKey: [path] }),
        ),
      );
    });
  const of = ({ outline, point, why }: GeoItem): string => {
    if (why) return fieldErrors[why as FieldErrorCode]?.[lang] ?? why;
    return point ? t('geo.point') : types.word(outline?.shape ?? '');
  };
  const count = drawn.length + points.length;
  const withheld = mayPoints ? 0 : (items ?? []).filter(({ point }) => point !== null).length;
  const wrong = (items ?? []).filter(({ why }) => why !== null).length;
  const organisation = useSession((s) => s.oper?.organization.org_name ?? '');
  return (
    <Modal
      open
      width={720}
      title={t('geo.title')}
      onCancel={close}
      okText={t('geo.take', { fences: drawn.length, interests: points.length })}
      okButtonProps={{ disabled: count === 0, loading: busy }}
      onOk={() => void take()}
    >
      <p>{t('geo.hint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".geojson,.json,.kml"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void choose(file);
          event.target.value = '';
        }}
      />
      <Button loading={busy && items === null} onClick={() => input.current?.click()}>
        {t(items ? 'geo.another' : 'geo.choose')}
      </Button>
      <Wrong className="geo-failure" words={failure} />
      {items && (
        <>
          <div className="fence-map geo-map">
            <MapView
              mode={mode}
              colour={colour}
              lang={lang}
              label={t('fences.map')}
              fences={marks}
              places={points}
              onHandle={setMap}
            />
          </div>
          {(wrong > 0 || withheld > 0 || leftOut.length > 0) && (
            <Alert
              type="warning"
              showIcon
              title={[
                ...(wrong > 0 ? [t('geo.wrong', { count: wrong })] : []),
                ...(withheld > 0 ? [t('geo.withheld', { count: withheld })] : []),
                ...leftOut.map(({ what, count }) => t(`geo.leftOut.${what}`, { count })),
              ].map((sentence) => <div key={sentence}>{sentence}</div>)}
            />
          )}
          <ol className="geo-items">
            {items.map((item, at) => (
              // they have no other identity than their place in the file
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={at} data-wrong={item.why !== null}>
                <b>{item.name}</b> {of(item)}
              </li>
            ))}
          </ol>
          {drawn.length > 0 && (
            <>
              <p className="geo-for">{t('geo.forAll', { organisation })}</p>
              <fieldset className="geo-alarm">
                <legend>{t('fences.alarmOn')}</legend>
                <Radio.Group
                  value={alarmOn}
                  onChange={(event) => setAlarmOn(event.target.value as typeof alarmOn)}
                  options={fenceAlarms.map((value) => ({ value, label: alarms.word(value) }))}
                />
              </fieldset>
            </>
          )}
        </>
      )}
    </Modal>
  );
};
