import { onMap } from '@plomb/contract/map/onMap';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/handle.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { coordinatesOf } from './coordinates.ts';
import { FoundPlaces } from './FoundPlaces.tsx';
import { type FoundPlace, useFound } from './useFound.ts';
import { zooms } from './useLooked.ts';
import { extentOfRecord, recordOf } from './useRecordData.ts';
import './foundPlaces.css';

/** Milliseconds after which what is typed is searched for. */
const PAUSE = 250;

/** Brings a town, a fence, a point of interest or typed coordinates into the view of a map that something is drawn on. */
export const PlaceSearch = ({ map }: { map: MapHandle | null }) => (useMay()(onMap.find) ? <Search map={map} /> : null);

const Search = ({ map }: { map: MapHandle | null }) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const [text, type] = useState('');
  /** what the map was brought to, in words */
  const [shown, show] = useState<string | null>(null);
  const { places, of } = useFound(useSettled(text, PAUSE));
  const id = useId();
  const field = useRef<InputRef>(null);
  const list = useRef<HTMLElement>(null);
  const isOpen = shown === null && text.trim() !== '';
  const isAnswered = of !== null && of.trim() === text.trim();

  const go = async (place: FoundPlace): Promise<void> => {
    if (!map) return;
    field.current?.focus();
    if (place.kind === 'fence' || place.kind === 'interest') {
      show(place.name);
      map.spot(null);
      map.fit(extentOfRecord(await recordOf({ of: place.kind, id: place.id })), zooms.record);
      return;
    }
    const [at, label] =
      place.kind === 'town'
        ? [[place.town.lon, place.town.lat] as const, place.town.name[lang]]
        : [place.at, coordinatesOf(place.at)];
    show(label);
    map.spot({ at, label });
    map.fly(at, zooms[place.kind]);
  };
  // that it cannot be shown is said by the client
  const pick = (place: FoundPlace): void => void go(place).catch(() => show(null));
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // it is no field of the form that it stands in
      event.preventDefault();
      if (isOpen && isAnswered && places[0]) pick(places[0]);
    } else if (event.key === 'ArrowDown' && isOpen) {
      event.preventDefault();
      list.current?.querySelector('button')?.focus();
    }
  };
  return (
    <search className="place-search">
      <label htmlFor={id}>{t('found.label')}</label>
      <Input
        id={id}
        ref={field}
        value={text}
        maxLength={60}
        allowClear
        disabled={!map}
        placeholder={t('found.search')}
        onChange={(event) => {
          type(event.target.value);
          show(null);
          if (event.target.value === '') map?.spot(null);
        }}
        onKeyDown={press}
      />
      {isOpen && (
        <FoundPlaces box={list} of={places} pick={pick} up={() => field.current?.focus()} down={() => undefined} />
      )}
      <p role="status">
        {shown !== null
          ? t('found.shown', { name: shown })
          : isOpen && isAnswered && places.length === 0 && t('found.nothing')}
      </p>
    </search>
  );
};
