/** How long a start interrupted by a signal may still take, in milliseconds. */
const START_PATIENCE_MS = 5000;

/** Runs a server until SIGTERM, SIGINT or SIGHUP, then exits with 0. Failures to start or stop print a line and exit with 1. */
export async function runServer(start: () => Promise<{ readonly greeting: string; readonly stop: () => Promise<void> }>): Promise<void> {
  const started = (async () => start())();
  // A terminal signals the whole group and npm forwards it, so signals may come twice.
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // The start may hang.
    const patience = setTimeout(() => fail(new Error('The server had not started in time to stop.')), START_PATIENCE_MS);
    const stopped = started.then(({ stop }) => {
      clearTimeout(patience);
      return stop();
    });
    stopped.then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  try {
    const { greeting } = await started;
    console.log(greeting);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
