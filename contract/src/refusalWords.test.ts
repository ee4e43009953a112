import { expect, it } from 'vitest';
import { errors } from './errors.ts';
import { fill } from './kit/text.ts';
import { refusalIn } from './refusalWords.ts';

it('says a kept refusal in the language of its reader', () => {
  expect(refusalIn(errors.badLogin.zh, 'en')).toBe(errors.badLogin.en);
  expect(refusalIn(errors.badLogin.en, 'en')).toBe(errors.badLogin.en);
  expect(refusalIn(fill(errors.tooManyTries.zh, { seconds: 12 }), 'en')).toBe(
    fill(errors.tooManyTries.en, { seconds: 12 }),
  );
  expect(refusalIn('nothing of ours (really?)', 'zh')).toBe('nothing of ours (really?)');
});
