import { expect, it } from 'vitest';
import { z } from 'zod';
import { errors } from './errors.ts';
import { exportOptions } from './kit/exporting.ts';

it('are words of a column of a file whole, in both languages', () => {
  const asked = z.object(exportOptions(['refusal']));
  for (const lang of ['zh', 'en'] as const) {
    const words = Object.fromEntries(Object.entries(errors).map(([code, said]) => [code, said[lang]]));
    const columns = [{ field: 'refusal', title: 'Why', words }];
    expect(asked.safeParse({ format: 'csv', columns, timeZone: 'UTC' }).error?.issues).toBeUndefined();
  }
});
