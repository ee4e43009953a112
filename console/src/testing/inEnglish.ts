import { beforeAll } from 'vitest';
import { startI18n } from '../platform/i18n.ts';
import { setLangChoice } from '../platform/settings.ts';

/** The pages of a test file speak English. */
export const inEnglish = (): void => {
  beforeAll(async () => {
    setLangChoice('en');
    await startI18n();
  });
};
