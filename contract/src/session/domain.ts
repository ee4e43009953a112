import { preferences } from './preferences.ts';
import { session } from './session.ts';

export const sessionCalls = { session, preferences };
