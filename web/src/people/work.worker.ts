// Does the work that the server asks for, out of the page's way.

import type { Work } from '../lib/types';
import { solve } from './work';

onmessage = ({ data }: MessageEvent<Work>) => {
  const answers = solve(data, (done) => postMessage({ done }));
  postMessage({ answers });
};
