export const arrowTarget = (key: string, index: number, count: number, columns: number): number | undefined => {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: columns > 1 ? index + 1 : -1,
    ArrowLeft: columns > 1 ? index - 1 : -1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target !== undefined && target >= 0 && target < count && target !== index ? target : undefined
}
