import { ReadableStream as WebStream } from 'node:stream/web'
import { TextEncoder } from 'node:util'
import type { FileEvent } from 'shared/contract'

/** The server's side of an answer that comes piece by piece: the test says what comes and how it ends. */
export class EventWire {
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>

  constructor() {
    // jsdom knows no streams; Node's are the same standard's.
    this.body = new WebStream({
      start: (controller) => {
        this.#controller = controller
      },
    }) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  /** Text as it stands in the stream. */
  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }
  send(event: FileEvent): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  /** The server has said good-bye. */
  end(): void {
    this.#controller?.close()
  }
  /** The connection is gone. */
  breakOff(reason: unknown = new TypeError('network error')): void {
    this.#controller?.error(reason)
  }
}
