import { type HobbyConfig, session } from '@plomb/contract/session/session';
import { useQuery } from '@tanstack/react-query';
import { send } from './client.ts';
import { remember, rememberedJson } from './storage.ts';

const stored = (): HobbyConfig | undefined => {
  const value = rememberedJson('hobbyConfig');
  return typeof value === 'object' && value !== null && 'is_voice' in value ? (value as HobbyConfig) : undefined;
};

/** The operator's preferences. They are kept in the browser too, so that alarms sound as set from the first second. */
export const usePreferences = (): HobbyConfig | undefined => {
  const { data } = useQuery({
    queryKey: [session.findPreferences.path],
    queryFn: async () => {
      const found = await send(session.findPreferences, {}, { quiet: true });
      remember('hobbyConfig', JSON.stringify(found));
      return found;
    },
    initialData: stored,
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
  });
  return data;
};
