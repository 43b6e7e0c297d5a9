// Preloaded by processes that must not outlive their parent, however it ends.
process.once('disconnect', () => process.exit(1));
// This listener alone does not keep a process running.
process.channel?.unref();
