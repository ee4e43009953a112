import type { Connection } from '@plomb/contract/lock/connection';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { useDeafSince } from '../platform/network.ts';

/** How a lock is reached, in a word. While nothing is heard nobody knows how it is reached now. */
export const useConnectionWord = (): ((connection: Connection) => string) => {
  const { t } = useTranslation('lock');
  const connections = useDictionary('connection');
  const deaf = useDeafSince() !== null;
  return (connection) => (deaf ? t('connectionUnknown') : connections.word(connection));
};
