import { ReadableStream as WebStream } from 'node:stream/web'
import { TextEncoder } from 'node:util'
import type { FileEvent } from 'shared/contract'

/** Server side of a streamed response. */
export class EventWire {
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>

  constructor() {
    // jsdom has no streams, so use Node's.
    this.body = new WebStream({
      start: (controller) => {
        this.#controller = controller
      },
    }) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }
  send(event: FileEvent): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  end(): void {
    this.#controller?.close()
  }
  breakOff(reason: unknown = new TypeError('network error')): void {
    this.#controller?.error(reason)
  }
}
