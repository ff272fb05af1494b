import { createParser } from 'eventsource-parser'
import { type FileEvent, FileEventSchema } from 'shared/contract'

/** Characters. */
const EVENT_MAX = 10_000

const eventIn = (data: string): FileEvent | undefined => {
  try {
    // By the interface of Standard Schema: importing valibot would put it into the first part of the page.
    const result = FileEventSchema['~standard'].validate(JSON.parse(data))
    // A newer server may send unknown events.
    return result instanceof Promise || result.issues ? undefined : result.value
  } catch {
    return undefined
  }
}

export interface EventReader {
  readonly onEvent: (event: FileEvent) => void
  /** Any data arrived, including a heartbeat. */
  readonly onData: () => void
}

/** @throws if the stream breaks or has another content type */
export const readEvents = async (answer: Response, { onEvent, onData }: EventReader): Promise<void> => {
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.body || !type.startsWith('text/event-stream')) throw new TypeError(`not a stream of events: ${type}`)
  const text = new TextDecoder()
  const parser = createParser({
    maxBufferSize: EVENT_MAX,
    onEvent({ data }) {
      const event = eventIn(data)
      if (event) onEvent(event)
    },
  })
  const reader = answer.body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onData()
    parser.feed(text.decode(chunk.value, { stream: true }))
  }
}
