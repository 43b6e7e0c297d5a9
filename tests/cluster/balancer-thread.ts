// A balancer on its own thread, so that a busy caller does not slow it down. Receives the origins, and reports its address.
import { parentPort, workerData } from 'node:worker_threads';

import { startBalancer } from '../../scripts/tools/cluster/balancer.ts';

const { url } = await startBalancer(workerData as readonly string[]);
parentPort!.postMessage(url);
