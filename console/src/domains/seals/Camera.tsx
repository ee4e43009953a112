import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDrawn } from './labels/reader.ts';
import './camera.css';

/** Codes that are looked for in one picture: a sheet that is held before the camera shows many. */
const MOST = 64;
/** Not every browser has one, and none gives it on an unprotected page. */
const devices = (): MediaDevices | null => (navigator.mediaDevices as MediaDevices | undefined) ?? null;

/**
 * What the camera of this device sees, read picture by picture: `found` hears each text once for as long as it stands. Fetched
 * with its scanner when it is wanted (`later`), never ahead.
 */
export const Camera = ({ found, close }: { found: (text: string) => void; close: () => void }) => {
  const { t } = useTranslation('seals');
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'asking' | 'on' | 'refused' | 'none'>(() => (devices() ? 'asking' : 'none'));
  const tell = useEffectEvent(found);
  useEffect(() => {
    let left = false;
    let stream: MediaStream | null = null;
    const told = new Set<string>();
    const look = async (): Promise<void> => {
      const { current } = video;
      const [width, height] = [current?.videoWidth ?? 0, current?.videoHeight ?? 0];
      if (current && width > 0 && height > 0) {
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        context?.drawImage(current, 0, 0);
        // one picture that cannot be read is followed by the next
        const texts = context
          ? await readDrawn(context.getImageData(0, 0, width, height) as never, MOST).catch(() => [])
          : [];
        for (const text of texts) {
          if (left || told.has(text)) continue;
          told.add(text);
          tell(text);
        }
      }
      if (!left) requestAnimationFrame(() => void look());
    };
    const begin = async (): Promise<void> => {
      try {
        const opened = await devices()?.getUserMedia({ video: { facingMode: 'environment' } });
        if (!opened) return;
        stream = opened;
        if (left) return stop();
        if (video.current) video.current.srcObject = opened;
        setState('on');
        void look();
      } catch (error) {
        if (!left) setState(error instanceof Error && error.name === 'NotFoundError' ? 'none' : 'refused');
      }
    };
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void begin();
    return () => {
      left = true;
      stop();
    };
  }, []);
  return (
    <section className="camera" aria-label={t('camera.title')}>
      {(state === 'asking' || state === 'on') && <video ref={video} autoPlay playsInline muted />}
      <p role="status">{t(`camera.${state}`)}</p>
      <Button onClick={close}>{t('camera.close')}</Button>
    </section>
  );
};
