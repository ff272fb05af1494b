export class UploadWire {
  static readonly sent: UploadWire[] = []
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  body: FormData | undefined

  static last(): UploadWire {
    const wire = UploadWire.sent.at(-1)
    if (!wire) throw new Error('no upload was sent')
    return wire
  }

  static install(): void {
    UploadWire.sent.length = 0
    Object.assign(globalThis, { XMLHttpRequest: UploadWire })
  }

  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): null {
    return null
  }
  send(body: FormData): void {
    this.body = body
    UploadWire.sent.push(this)
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }

  leave(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total })
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
  breakOff(): void {
    this.onerror?.()
    this.onloadend?.()
  }
}
