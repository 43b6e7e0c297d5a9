/** A server that runs, and what to say about it. */
interface Running {
  readonly greeting: string;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/**
 * Runs a server as a program: greets, and stops on SIGTERM or SIGINT with exit code 0. If it cannot start or stop, it
 * says so in one line and ends with exit code 1.
 */
export async function runServer(start: () => Promise<Running>): Promise<void> {
  try {
    const { greeting, stop } = await start();
    // A terminal signals the whole group and npm passes the signal on: it may come twice and must stop us once.
    let stopping = false;
    const end = () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), fail);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    console.log(greeting);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
