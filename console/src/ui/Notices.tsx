import { useEffect, useRef } from 'react';
import { dismiss, type Notice, useNotices } from '../platform/notices.ts';
import { useSettings } from '../platform/settings.ts';

const marks: Record<Notice['kind'], string> = {
  error: 'M8 1.3a6.7 6.7 0 1 0 0 13.4A6.7 6.7 0 0 0 8 1.3M8 4.4v4.4M8 11.4v.2',
  success: 'M8 1.3a6.7 6.7 0 1 0 0 13.4A6.7 6.7 0 0 0 8 1.3M5 8.2l2.2 2.2L11.2 6',
  info: 'M8 1.3a6.7 6.7 0 1 0 0 13.4A6.7 6.7 0 0 0 8 1.3M8 7.2v4.2M8 4.6v.2',
};

/** One message. It stays while somebody points at it or stands in it with the keyboard. */
const NoticeLine = ({ notice }: { notice: Notice }) => {
  const line = useRef<HTMLDivElement>(null);
  const lang = useSettings((s) => s.lang);
  useEffect(() => {
    const over = (): void => {
      if (line.current?.matches(':hover, :focus-within')) timer = setTimeout(over, 500);
      else dismiss(notice.id);
    };
    let timer = setTimeout(over, notice.milliseconds);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div ref={line} className={`notice notice-${notice.kind}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={marks[notice.kind]} />
      </svg>
      <span>{notice.text}</span>
      <button type="button" aria-label={lang === 'zh' ? '关闭' : 'Close'} onClick={() => dismiss(notice.id)}>
        ✕
      </button>
    </div>
  );
};

/** The messages of both entries, without the component library: the sign-in page shows them too. */
export const Notices = () => {
  const shown = useNotices((s) => s.shown);
  return (
    <div className="notices">
      {shown.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  );
};
