import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

/** Nearer to the edge of what scrolls than this, what is in the hand draws it along. Pixels. */
const edge = 36;
const step = 8;

export interface Held<Id, Place> {
  id: Id;
  place: Place;
}
interface Dragging<Id, Place> {
  /** where it would come to stand, dropped at this height of the window */
  placeAt: (y: number, id: Id) => Place;
  drop: (id: Id, place: Place) => void;
  /** what scrolls under it */
  box: { readonly current: HTMLElement | null };
}

/** Pixels to scroll by in a frame. */
const pull = (box: HTMLElement, y: number): number => {
  const { top, bottom } = box.getBoundingClientRect();
  return y < top + edge ? -step : y > bottom - edge ? step : 0;
};

/**
 * Things of a list that a mouse, a finger or a pen draws to another place by their grips. Esc puts back what is in the
 * hand. They are drawn by a `Grip`.
 */
export const useDrag = <Id, Place>({ placeAt, drop, box }: Dragging<Id, Place>) => {
  const [held, hold] = useState<(Held<Id, Place> & { pointer: number }) | null>(null);
  const move = useEffectEvent((y: number) => held && hold({ ...held, place: placeAt(y, held.id) }));
  /** dropped where it was let go, which what is drawn may not show yet; null: put back */
  const end = useEffectEvent((y: number | null) => {
    if (held && y !== null) drop(held.id, placeAt(y, held.id));
    hold(null);
  });
  const scroll = useEffectEvent((y: number) => {
    const by = box.current ? pull(box.current, y) : 0;
    if (by === 0) return;
    const before = box.current?.scrollTop;
    box.current?.scrollBy({ top: by, behavior: 'instant' });
    if (box.current?.scrollTop !== before) move(y);
  });
  const pointer = held?.pointer;
  useEffect(() => {
    if (pointer === undefined) return;
    const over = new AbortController();
    let at: number | undefined;
    let frame = requestAnimationFrame(function next() {
      if (at !== undefined) scroll(at);
      frame = requestAnimationFrame(next);
    });
    // heard in the window: what is held changes its place in the document under the pointer that holds it
    const hear = (kind: 'pointermove' | 'pointerup' | 'pointercancel', heard: (y: number) => void) =>
      window.addEventListener(kind, (event) => event.pointerId === pointer && heard(event.clientY), over);
    hear('pointermove', (y) => {
      at = y;
      move(y);
    });
    hear('pointerup', end);
    hear('pointercancel', () => end(null));
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation(); // a panel that closes with it stays
      end(null);
    };
    window.addEventListener('keydown', pressed, { capture: true, signal: over.signal });
    return () => {
      over.abort();
      cancelAnimationFrame(frame);
    };
  }, [pointer]);
  const grab = (event: PointerEvent, id: Id): void => {
    if (event.button === 0 && held === null) hold({ id, place: placeAt(event.clientY, id), pointer: event.pointerId });
  };
  return { held: held as Held<Id, Place> | null, grab };
};
