import { type RefObject, useEffect } from 'react';

/** Height of the pill that says how old the map is, with the room below it. */
const PILL = 38;

/**
 * Alarm toasts stand over the free part of the map, so that they never cover a panel, below the filters (`top`, from the upper
 * edge of the map) and below what says that the map is not of now (`stale`); a phone has no panels beside it.
 */
export const useNoticesBetween = (
  box: RefObject<HTMLElement | null>,
  size: { width: number; height: number },
  insets: { left: number; right: number },
  phone: boolean,
  stale: boolean,
  top: number,
): void => {
  useEffect(() => {
    const at = box.current?.getBoundingClientRect();
    if ((!stale && phone) || !at || size.height === 0) return;
    const { style } = document.documentElement;
    style.setProperty('--notices-top', `${Math.round(at.top + top) + (stale ? PILL : 0)}px`);
    return () => void style.removeProperty('--notices-top');
  }, [box, size.height, stale, top, phone]);
  useEffect(() => {
    const at = box.current?.getBoundingClientRect();
    if (phone || !at || size.width === 0) return;
    const centre = at.left + insets.left + (size.width - insets.left - insets.right) / 2;
    const { style } = document.documentElement;
    style.setProperty('--notices-centre', `${Math.round(centre)}px`);
    return () => void style.removeProperty('--notices-centre');
  }, [box, size.width, insets.left, insets.right, phone]);
};
