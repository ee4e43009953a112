import type { Lang } from '@plomb/contract/kit/text';

/**
 * Sound of alarms. Browsers stay silent until the person has touched the page once; the first touch anywhere opens the
 * sound, and `soundAllowed` says whether that has happened.
 */
let context: AudioContext | null = null;

export const allowSound = async (): Promise<boolean> => {
  if (typeof AudioContext === 'undefined') return false;
  context ??= new AudioContext();
  if (context.state !== 'running') await context.resume();
  return context.state === 'running';
};
export const soundAllowed = (): boolean => context?.state === 'running';

/** Two short tones, the second higher when it is critical. */
export const ring = (critical: boolean): void => {
  if (context?.state !== 'running') return;
  const now = context.currentTime;
  for (const [at, frequency] of [
    [0, 660],
    [0.16, critical ? 990 : 660],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // faded in and out: a hard edge clicks
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.2, now + at + 0.02);
    volume.gain.linearRampToValueAtTime(0, now + at + 0.14);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + 0.15);
  }
};

/**
 * Says a sentence, in place of one that is still being said or that the browser swallowed: a late voice is about the
 * past, and some browsers never tell that they have finished.
 */
export const speak = (text: string, lang: Lang): void => {
  if (typeof speechSynthesis === 'undefined') return;
  const sentence = new SpeechSynthesisUtterance(text);
  sentence.lang = lang === 'zh' ? 'zh-CN' : 'en-GB';
  speechSynthesis.cancel();
  speechSynthesis.speak(sentence);
};
