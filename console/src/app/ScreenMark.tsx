import { useShownParams } from '../platform/params.ts';
import { useSession } from '../platform/session.ts';
import { clockTime, useNow } from '../platform/time.ts';
import { later } from '../ui/later.tsx';

/** fetched only where it is wanted */
const Watermark = later(async () => (await import('./Watermark.tsx')).Watermark, { ahead: false });

/** Who is looking, faintly over everything, where the deployment wants it: a photograph of the screen names its maker. */
export const ScreenMark = () => {
  const params = useShownParams();
  const oper = useSession((s) => s.oper);
  const now = useNow();
  if (!params?.watermark || !oper) return null;
  const time = clockTime(new Date(now).toISOString()).slice(0, 16);
  const who = `${oper.oper_name} ${oper.login_name}`;
  return <Watermark lines={params.watermark_words === 'operator' ? [who] : [who, time]} />;
};
