/** Where a fence is drawn that a lock is tracked by: it rings when the lock leaves it or comes back. */
export const trackingAddress = ({ id, subject, device_name }: { id: number; subject: string; device_name: string }) =>
  `/fence?edit=new&track=${id}&name=${encodeURIComponent(subject || device_name)}`;

/** Where the track of a lock is played: the half hour until now, or the one around a moment. */
export const trackAddress = (id: number, at?: string): string =>
  `/track?ids=${id}${at === undefined ? '' : `&at=${encodeURIComponent(at)}`}`;
