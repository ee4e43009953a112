/** Browser storage that may be forbidden (private windows, policies): then nothing is remembered, nothing breaks. */
export const remembered = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const remember = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // see above
  }
};

export const rememberedJson = (name: string): unknown => {
  try {
    return JSON.parse(remembered(name) ?? 'null');
  } catch {
    return null;
  }
};
