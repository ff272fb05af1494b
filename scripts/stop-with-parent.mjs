/*
 * Stops a program with an IPC channel when its parent exits.
 *
 * Node passes `--import` on to forked
 * children. TRAZO_STARTED_BY excludes
 * them; their own parent ends them.
 */
if (process.channel && process.env.TRAZO_STARTED_BY === String(process.ppid)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep the process alive.
  process.channel.unref()
}
