import { configure } from '@testing-library/react';

/** As `tools/testing/patience.ts`, for what the testing library waits for: a page's words alone may need a second. */
configure({ asyncUtilTimeout: 20_000 });
