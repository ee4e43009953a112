import type { InputOf } from '@plomb/contract/kit/call';
import { HobbyConfig, type session } from '@plomb/contract/session/session';

export const mapTypes = HobbyConfig.shape.map_type.options;

/** The preferences as the form holds them: switches instead of T and F, nothing where nothing is set. */
export interface Typed {
  title: string;
  map_type: HobbyConfig['map_type'];
  map_level: number | null;
  lat: number | null;
  lon: number | null;
  is_voice: boolean;
  is_police_voice: boolean;
}

export const typedOf = ({ title, map_type, map_level, lat, lon, is_voice, is_police_voice }: HobbyConfig): Typed => ({
  title,
  map_type,
  map_level,
  lat,
  lon,
  is_voice: is_voice === 'T',
  is_police_voice: is_police_voice === 'T',
});

/** What is sent: title, level and position only when they are not empty. Source: specification, section 5. */
export const changeOf = (id: number, typed: Typed): InputOf<typeof session.updatePreferences> => ({
  id,
  map_type: typed.map_type,
  is_voice: typed.is_voice ? 'T' : 'F',
  is_police_voice: typed.is_police_voice ? 'T' : 'F',
  ...(typed.title.trim() && { title: typed.title.trim() }),
  ...(typed.map_level !== null && { map_level: typed.map_level }),
  ...(typed.lat !== null && { lat: typed.lat }),
  ...(typed.lon !== null && { lon: typed.lon }),
});
