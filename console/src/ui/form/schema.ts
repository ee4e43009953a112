import { createContext } from 'react';
import type { z } from 'zod';

/** The input of the call that the form around a field sends. */
export const SchemaContext = createContext<z.ZodObject | undefined>(undefined);
