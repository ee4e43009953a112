import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useDeafSince } from '../platform/network.ts';
import { whileRunning } from '../platform/progress.ts';

interface Missing {
  /** it did not come; it is tried again by itself when the server is heard again, and when it is shown anew */
  missing?: (error: unknown) => void;
}

/**
 * A piece of the console that is fetched when it is first shown. React's own `lazy` keeps a failure for good and hands
 * it to the nearest boundary: a line that is broken for a moment would take away the page around the piece.
 */
export const part = <Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Missing> => {
  let come: ComponentType<Props> | null = null;
  return ({ missing, ...props }) => {
    const [Shown, show] = useState(() => come);
    const heard = useDeafSince() === null;
    const tell = useEffectEvent((error: unknown) => missing?.(error));
    // biome-ignore lint/correctness/useExhaustiveDependencies: what did not come is fetched again when the server is heard
    useEffect(() => {
      if (Shown) return;
      let wanted = true;
      whileRunning(fetch()).then(
        (found) => {
          come = found;
          if (wanted) show(() => found);
        },
        (error: unknown) => {
          if (wanted) tell(error);
        },
      );
      return () => {
        wanted = false;
      };
    }, [Shown, heard]);
    // its words may still be on their way
    return (
      Shown && (
        <Suspense>
          <Shown {...(props as Props)} />
        </Suspense>
      )
    );
  };
};
