// A child process: moves a game, and kills itself at one of the points where it reports progress. Exits with 0 if there is no such point.
// Arguments: the two places, as JSON, and the point, counting from 0.
import { moveData } from '../../src/server/data/move-data.ts';
import type { DataPlace } from '../../src/server/operation/data-place.ts';

const [from = '', to = '', point = ''] = process.argv.slice(2);

let left = Number(point);
const orDie = () => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
};
await moveData(JSON.parse(from) as DataPlace, JSON.parse(to) as DataPlace, { say: orDie, progress: orDie });
