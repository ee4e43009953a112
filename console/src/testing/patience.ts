import { configure } from '@testing-library/react';

/** What is waited for ends with the test's own time: on a busy machine a page's words alone may need a second. */
configure({ asyncUtilTimeout: 20_000 });
