import { Watermark as Mark } from 'antd';

/** Lines of words, again and again, over all that is on the screen and in nobody's way. */
export const Watermark = ({ lines }: { lines: string[] }) => (
  <Mark
    style={{ position: 'fixed', inset: 0, zIndex: 1900, pointerEvents: 'none' }}
    content={lines}
    font={{ fontSize: 14, color: 'rgba(128, 140, 155, 0.18)' }}
  />
);
