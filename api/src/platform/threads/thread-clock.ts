/** CPU milliseconds of this thread. */
export const threadClock = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
