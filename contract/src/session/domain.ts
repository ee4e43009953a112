import { preferences } from './preferences.ts';
import { session } from './session.ts';
import { wall } from './wall.ts';

export const sessionCalls = { session, preferences, wall };
