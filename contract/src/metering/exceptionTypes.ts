import { z } from 'zod';
import { Id, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

const write = {
  exception_name: Line(60).min(1, { error: 'required' }),
  /** a meter with it is not to be used until it was repaired */
  stops_use: z.boolean(),
};

/** What can be wrong with a meter: seen in the organisation that has them and in those below it. */
export const exceptionTypes = resource({
  path: 'exceptionType',
  menu: 'exceptionType',
  title: { zh: '异常类型', en: 'exception type' },
  row: { ...write, org_name: z.string(), found: z.int(), create_time: Time },
  write,
  filter: { stops_use: z.boolean().optional() },
  sort: ['exception_name', 'create_time'],
});

export const ExceptionTypeChoice = z.object({ id: Id, exception_name: z.string(), stops_use: z.boolean() });
