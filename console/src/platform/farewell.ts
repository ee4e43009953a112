/** Words carried over a page load: why somebody stands at the sign-in again, or what to know after it. */
const name = 'farewell';

export const leaveWords = (words: string): void => {
  try {
    sessionStorage.setItem(name, words);
  } catch {
    // storage is forbidden: they are not told why
  }
};

export const takeWords = (): string | null => {
  try {
    const words = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return words;
  } catch {
    return null;
  }
};
