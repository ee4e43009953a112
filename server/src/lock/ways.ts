import type { Opener, OpenerArea } from '@plomb/contract/devices/openers';

/** One way to open a lock: what is said of it at a moment from now on, and the moments after one when that may become another. */
export interface Way extends Pick<Opener, 'what' | 'name'> {
  at(time: number): Opener;
  /** of that alone, which is asked for at many moments */
  answer(time: number): Opener['answer'];
  times(after: number): readonly number[];
}

/** All ways of a kind. */
export interface Ways {
  ways: readonly Way[];
  /** there are more */
  cut: boolean;
  areas(time: number): readonly OpenerArea[];
}
