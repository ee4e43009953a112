import { whenIdle } from '../platform/idle.ts';

/** Notifications of this browser go on, and lead into this window; looked after once nothing else is to be done. For `useEffect`. */
export const followPush = (open: (path: string) => void): (() => void) => {
  let [over, end] = [false, () => {}];
  const cancel = whenIdle(() => {
    import('../platform/push.ts').then(
      ({ keepPush }) => {
        if (!over) end = keepPush(open);
      },
      () => undefined, // a part that does not come is said elsewhere; it is tried when the console is opened again
    );
  });
  return () => {
    over = true;
    cancel();
    end();
  };
};
