/**
 * Runs a server as a program: prints its greeting, and stops it on SIGTERM, SIGINT or SIGHUP (a closed terminal) with exit code 0. If it
 * cannot start or stop, it says so in one line and ends with exit code 1.
 */
export async function runServer(start: () => Promise<{ readonly greeting: string; readonly stop: () => Promise<void> }>): Promise<void> {
  try {
    const { greeting, stop } = await start();
    // A terminal signals the whole group and npm passes the signal on: it may come twice and must stop us once.
    let stopping = false;
    const end = () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), fail);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
    console.log(greeting);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
