/** Milliseconds by which a timer may come late in a page that is awake. */
const AWAKE = 1000;

export interface Patience {
  signal: AbortSignal;
  /** what was waited for has come */
  stop(): void;
}

/**
 * Ends what is not answered in time, counted while the page is awake: a timer that comes late tells that the page slept or
 * was busy, and that what was answered meanwhile has yet to be heard. Then it waits as long once more.
 */
export const patience = (milliseconds: number): Patience => {
  const limit = new AbortController();
  const wait = (isAgain: boolean): ReturnType<typeof setTimeout> => {
    const due = Date.now() + milliseconds;
    return setTimeout(() => {
      if (!isAgain && Date.now() - due > AWAKE) timer = wait(true);
      else limit.abort(new DOMException('late', 'TimeoutError'));
    }, milliseconds);
  };
  let timer = wait(false);
  return { signal: limit.signal, stop: () => clearTimeout(timer) };
};
