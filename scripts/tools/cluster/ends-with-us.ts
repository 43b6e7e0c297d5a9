// Loaded first by processes that may not outlive whoever started them, however that one ends.
process.once('disconnect', () => process.exit(1));
// Listening to that alone keeps no process running.
process.channel?.unref();
