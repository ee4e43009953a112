import dayjs from 'dayjs';

/** A time as it stands on paper, which is read in other zones than it was printed in. */
export const zonedTime = (time: string): string => dayjs(time).format('YYYY-MM-DD HH:mm:ss Z');
