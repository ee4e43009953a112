import { createContext } from 'react';

/** What stands in a link already leads to where that does: a link in it would be none of HTML, and a second thing under one finger. */
export const WithinLink = createContext(false);
