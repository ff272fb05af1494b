/** Call it at the top of a test file. */
export const stubDom = (): void => {
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  const metrics = {
    actualBoundingBoxLeft: 0,
    actualBoundingBoxRight: 100,
    actualBoundingBoxAscent: 20,
    actualBoundingBoxDescent: 5,
  }
  const context = new Proxy(
    {},
    { get: (_target, name) => () => (name === 'measureText' ? metrics : undefined), set: () => true },
  )
  HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext']
  HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,c2lnbmF0dXJl'
  globalThis.PointerEvent ??= class extends MouseEvent {
    readonly pointerId: number
    readonly pointerType: string
    readonly pressure: number
    readonly isPrimary: boolean

    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init)
      this.pointerId = init.pointerId ?? 0
      this.pointerType = init.pointerType ?? 'mouse'
      this.pressure = init.pressure ?? 0.5
      this.isPrimary = init.isPrimary ?? true
    }
  } as typeof PointerEvent
  HTMLElement.prototype.setPointerCapture = () => undefined
  // On the prototype: Jest's clock copies its methods.
  Performance.prototype.getEntriesByType ??= () => []
}
