import type { Text } from './text.ts';

export interface MenuSeed {
  title: Text;
  /** the console's page, `0` = a folder */
  view: string;
  icon: string;
  parent: string | null;
  hidden?: boolean;
}

export type MenuSeeds = Record<string, MenuSeed>;
