import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueWords } from './issue.ts';

const said = (schema: z.ZodType, value: unknown) => issueWords(schema.safeParse(value).error!.issues[0]!);

it.each([
  [z.array(z.int()).max(500), Array(501).fill(1), '最多 500 项', 'At most 500 entries'],
  [z.array(z.int()).max(1), [1, 2], '最多 1 项', 'At most 1 entry'],
  [z.array(z.int()).min(1), [], '不能为空', 'Input cannot be empty'],
  [z.array(z.int()).min(3), [1], '至少 3 项', 'At least 3 entries'],
  [z.tuple([z.int(), z.int()]), [1, 2, 3], '最多 2 项', 'At most 2 entries'],
  [z.string().max(60), 'x'.repeat(61), '最多 60 个字符', 'At most 60 characters'],
  [z.string().min(8), 'x', '至少 8 个字符', 'At least 8 characters'],
  [z.string().length(11), 'x', '须为 11 个字符', 'Exactly 11 characters'],
  [z.number().max(180), 181, '不能大于 180', 'At most 180'],
  [z.int().min(5), 4, '不能小于 5', 'At least 5'],
  [z.int().positive(), 0, '须大于 0', 'More than 0'],
  [z.int(), 1.5, '请输入整数', 'Please enter a whole number'],
  [z.int(), '1', '格式不正确', 'This is of the wrong form'],
  [z.object({ a: z.int() }), {}, '不能为空', 'Input cannot be empty'],
  [z.iso.datetime(), 'yesterday', '格式不正确', 'This is of the wrong form'],
  [z.enum(['a', 'b']), 'c', '不在可选范围内', 'This is none of the choices'],
  [z.union([z.int(), z.array(z.int()).max(20)]), Array(21).fill(1), '最多 20 项', 'At most 20 entries'],
  [z.literal(1), 2, '不在可选范围内', 'This is none of the choices'],
  [z.union([z.literal(1), z.literal(2)]), 3, '不在可选范围内', 'This is none of the choices'],
  [
    z.discriminatedUnion('by', [z.object({ by: z.literal('a') })]),
    { by: 'b' },
    '不在可选范围内',
    'This is none of the choices',
  ],
  [z.strictObject({}), { size: 1 }, '未知字段：size', 'Unknown fields: size'],
])('%#: %s %j', (schema, value, zh, en) => {
  expect(said(schema, value)).toEqual({ zh, en });
});
