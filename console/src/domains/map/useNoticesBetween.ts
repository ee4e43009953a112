import { type RefObject, useEffect } from 'react';

/** Alarm toasts stand over the free part of the map, so that they never cover a panel; a phone has no panels beside it. */
export const useNoticesBetween = (
  box: RefObject<HTMLElement | null>,
  size: { width: number },
  insets: { left: number; right: number },
  phone: boolean,
): void => {
  useEffect(() => {
    const at = box.current?.getBoundingClientRect();
    if (phone || !at || size.width === 0) return;
    const centre = at.left + insets.left + (size.width - insets.left - insets.right) / 2;
    const { style } = document.documentElement;
    style.setProperty('--notices-centre', `${Math.round(centre)}px`);
    return () => void style.removeProperty('--notices-centre');
  }, [box, size.width, insets.left, insets.right, phone]);
};
