import { expect, it } from 'vitest';
import { xlsxOf } from './formats.ts';

const columns = [{ field: 'a', title: 'A' }];
const rows = async function* (count: number, width: number) {
  for (let i = 0; i < count; i++) yield [{ a: 'x'.repeat(width) }];
};

it('a workbook is as large as memory bears, by rows and by what stands in them', async () => {
  const book = await xlsxOf(rows(20, 10), { columns, timeZone: 'UTC' });
  expect(book.subarray(0, 2).toString()).toBe('PK');
  await expect(xlsxOf(rows(50_001, 1), { columns, timeZone: 'UTC' })).rejects.toMatchObject({ code: 'tooManyRows' });
  // 600 rows of an audit log with long requests
  await expect(xlsxOf(rows(1000, 32_000), { columns, timeZone: 'UTC' })).rejects.toMatchObject({
    code: 'workbookTooLarge',
  });
});
