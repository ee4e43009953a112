import { AimOutlined, EnvironmentOutlined, PushpinOutlined } from '@ant-design/icons';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useSettings } from '../../platform/settings.ts';
import { coordinatesOf } from './coordinates.ts';
import { FenceIcon } from './icons.tsx';
import type { FoundPlace } from './useFound.ts';
import './foundPlaces.css';

const kinds = ['coordinate', 'fence', 'interest', 'town'] as const satisfies FoundPlace['kind'][];
const icons: Record<FoundPlace['kind'], ReactNode> = {
  coordinate: <AimOutlined />,
  fence: <FenceIcon />,
  interest: <PushpinOutlined />,
  town: <EnvironmentOutlined />,
};

/** What the search has found beside locks, by kind; arrows walk it, up from its first into the search, down from its last into the list. */
export const FoundPlaces = ({
  of,
  pick,
  up,
  down,
  box,
}: {
  of: readonly FoundPlace[];
  pick: (place: FoundPlace) => void;
  up: () => void;
  down: () => void;
  box: Ref<HTMLElement>;
}) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll('button')];
    const at = all.indexOf(document.activeElement as HTMLButtonElement) + (event.key === 'ArrowDown' ? 1 : -1);
    if (at < 0) up();
    else if (at >= all.length) down();
    else all[at]?.focus();
  };
  const words = (place: FoundPlace): ReactNode => {
    if (place.kind === 'coordinate')
      return (
        <>
          <b>{coordinatesOf(place.at)}</b> <PlaceWords lon={place.at[0]} lat={place.at[1]} />
        </>
      );
    if (place.kind !== 'town') return <b>{place.name}</b>;
    const { name, region } = place.town;
    return (
      <>
        <b>{name[lang]}</b> {region[lang] !== name[lang] && <span>{region[lang]}</span>}
      </>
    );
  };
  if (of.length === 0) return null;
  return (
    <section ref={box} className="found-places" aria-label={t('found.title')} onKeyDown={walk}>
      {kinds.map((kind) => {
        const places = of.filter((place) => place.kind === kind);
        return (
          places.length > 0 && (
            <fieldset key={kind}>
              <legend>{t(`found.${kind}`)}</legend>
              {places.map((place, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two towns may have one name; none keeps a state
                <button key={at} type="button" onClick={() => pick(place)}>
                  {icons[kind]}
                  <span>{words(place)}</span>
                </button>
              ))}
            </fieldset>
          )
        );
      })}
    </section>
  );
};
