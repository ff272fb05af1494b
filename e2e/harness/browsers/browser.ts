/** One pointer or keyboard, as W3C WebDriver describes it (section 15, Actions). */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** CSS pixels. */
export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** Classic WebDriver and WebDriver BiDi take the same actions. */
export interface Browser {
  /** Waits for the `load` event. */
  open(url: string): Promise<void>
  call(source: string, argument: string): Promise<unknown>
  perform(sources: readonly InputSource[]): Promise<void>
  chooseFile(selector: string, path: string): Promise<void>
  /** PNG, in base64. */
  picture(): Promise<string>
  close(): Promise<void>
}

/** @param home folder for the profile and for downloads */
export type OpenBrowser = (home: string, size: WindowSize) => Promise<Browser>
