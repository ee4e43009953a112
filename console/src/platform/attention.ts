/** Nobody has touched mouse or keyboard for this long: requests go on by themselves, and the session must not. */
const AWAY_MS = 60_000;

let touched = Date.now();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(
    event,
    () => {
      touched = Date.now();
    },
    { capture: true, passive: true },
  );

/** Tells the server of requests that a page makes while nobody sits in front of it; they do not renew the session. */
export const attention = (now = Date.now()): Record<string, string> =>
  now - touched > AWAY_MS ? { 'X-Unattended': '1' } : {};
