import type { Socket } from 'node:net'

/** Bytes per packet. */
const PACKET = 1460
/** Bytes buffered per connection before its sender pauses. */
const WINDOW = 64 * 1024
/** Bytes that an idle lane may send at once. */
const BURST = 12 * PACKET

interface Flow {
  readonly from: Socket
  readonly to: Socket
  waiting: Buffer[]
  bytes: number
  ended: boolean
}

export interface LaneOptions {
  readonly bytesPerMs: number
  /** Latency per byte, in milliseconds. */
  readonly delayMs: number
}

/** One direction of a link. Connections send packets round-robin. */
export class Lane {
  private readonly options: LaneOptions
  private flows: Flow[] = []
  private credit = 0
  private last = 0
  private timer: NodeJS.Timeout | undefined
  /** Bytes, of all connections. */
  delivered = 0

  constructor(options: LaneOptions) {
    this.options = options
  }

  carry(from: Socket, to: Socket): void {
    const flow: Flow = { from, to, waiting: [], bytes: 0, ended: false }
    this.flows.push(flow)
    from.on('data', (chunk: Buffer) => {
      flow.waiting.push(chunk)
      flow.bytes += chunk.length
      if (flow.bytes > WINDOW) from.pause()
      this.start()
    })
    from.on('end', () => {
      flow.ended = true
      this.start()
    })
    to.on('close', () => {
      this.flows = this.flows.filter((other) => other !== flow)
    })
  }

  private start(): void {
    if (this.timer) return
    this.last = performance.now()
    this.timer = setTimeout(() => this.send(), 0)
  }

  private send(): void {
    const now = performance.now()
    this.credit = Math.min(BURST, this.credit + (now - this.last) * this.options.bytesPerMs)
    this.last = now
    for (let flow = this.next(); flow && this.credit > 0; flow = this.next()) this.sendPacket(flow)
    this.timer = this.next() ? setTimeout(() => this.send(), 1) : undefined
  }

  private next(): Flow | undefined {
    return this.flows.find(({ bytes, ended }) => bytes > 0 || ended)
  }

  private sendPacket(flow: Flow): void {
    this.flows = [...this.flows.filter((other) => other !== flow), ...(flow.bytes > 0 ? [flow] : [])]
    const { to, from } = flow
    if (flow.bytes === 0) return void setTimeout(() => to.end(), this.options.delayMs)
    const whole = flow.waiting.shift() ?? Buffer.alloc(0)
    const packet = whole.subarray(0, PACKET)
    if (whole.length > PACKET) flow.waiting.unshift(whole.subarray(PACKET))
    flow.bytes -= packet.length
    this.credit -= packet.length
    if (flow.bytes <= WINDOW && from.isPaused()) from.resume()
    setTimeout(() => {
      if (!to.writable) return
      this.delivered += packet.length
      to.write(packet)
    }, this.options.delayMs)
  }
}
