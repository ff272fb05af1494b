/*
 * Loaded before a program (`node --import`) that was started with an IPC channel: when the process that started it is
 * gone, however it ended, the program gets the signal that an orderly stop would have sent.
 *
 * Node hands `--import` on to whatever the program forks. Those are the program's own to end: TRAZO_STARTED_BY, the id
 * of the process that asked for this, tells them apart.
 */
if (process.channel && process.env.TRAZO_STARTED_BY === String(process.ppid)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone is no reason to go on running.
  process.channel.unref()
}
