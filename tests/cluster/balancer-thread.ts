// A balancer on a thread of its own, so that who asks a lot does not slow it down. Given the origins, says where it listens.
import { parentPort, workerData } from 'node:worker_threads';

import { startBalancer } from '../../scripts/tools/cluster/balancer.ts';

const { url } = await startBalancer(workerData as readonly string[]);
parentPort!.postMessage(url);
