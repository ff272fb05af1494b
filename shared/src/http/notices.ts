/** Shows a message until the returned function is called. */
export type ShowNotice = (message: string) => () => void

let show: ShowNotice = () => () => undefined

/** Called by the notifications only. */
export const provideNotices = (next: ShowNotice): void => {
  show = next
}

export const showNotice: ShowNotice = (message) => show(message)
