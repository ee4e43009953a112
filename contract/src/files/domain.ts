import { files } from './files.ts';
import { images } from './images.ts';

export const fileCalls = { images, files };
