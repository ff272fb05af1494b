export const LOAD_TOKEN = 'measuring-the-load'

export interface ProcessFigures {
  /** Resident bytes. */
  readonly memory: number
  /** Used heap bytes. */
  readonly heap: number
  /** CPU seconds so far. */
  readonly processor: number
}

const figureIn = (text: string, name: string): number =>
  Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1] ?? Number.NaN)

export const readFigures = async (address: string): Promise<ProcessFigures> => {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${LOAD_TOKEN}` } })
  const text = await answer.text()
  return {
    memory: figureIn(text, 'process_resident_memory_bytes'),
    heap: figureIn(text, 'nodejs_heap_size_used_bytes'),
    processor: figureIn(text, 'process_cpu_seconds_total'),
  }
}
