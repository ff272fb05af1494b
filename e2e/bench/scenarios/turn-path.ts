/** Forward to the last page, then backward. */
export const pageAfter = (turns: number, pages: number): number => {
  const lap = pages - 1
  const [laps, rest] = [Math.floor(turns / lap), turns % lap]
  return laps % 2 === 0 ? 1 + rest : pages - rest
}
