/** What the server tells every page before anyone signs in. */
export interface PublicConfig {
  signSecret: string;
  title: string;
  version: string;
}

const textOf = (value: unknown, name: string): string => {
  const found = typeof value === 'object' && value !== null ? Object.entries(value).find(([k]) => k === name)?.[1] : '';
  return typeof found === 'string' ? found : '';
};

let asked: Promise<PublicConfig> | null = null;

/** Fetched once; a failure is not remembered, the next caller asks again. */
export const publicConfig = (signal?: AbortSignal): Promise<PublicConfig> => {
  asked ??= fetch('/config.json', { cache: 'no-cache', ...(signal ? { signal } : {}) })
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const value: unknown = await answer.json();
      return {
        signSecret: textOf(value, 'signSecret'),
        title: textOf(value, 'title'),
        version: textOf(value, 'version'),
      };
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
};
