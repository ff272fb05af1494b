import { useEffectEvent, useLayoutEffect, useState } from 'react'

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** A dialog keeps what happens on the page behind it away from it. */
const isBehindDialog = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Files that are dropped anywhere on the page.
 *
 * @param enabled false while something else on the page takes files
 * @returns whether files are held over the page
 */
export const usePageDrop = (enabled: boolean, take: (files: readonly File[]) => void): boolean => {
  const [over, setOver] = useState(false)
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event) || isBehindDialog()) return
    // Without it the browser leaves the page and opens the file.
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take([...(event.dataTransfer?.files ?? [])])
  })
  const onLeave = useEffectEvent((event: DragEvent) => {
    // Null: the pointer left the window.
    if (event.relatedTarget === null) setOver(false)
  })

  // Before the page is painted: what is shown takes files.
  useLayoutEffect(() => {
    if (!enabled) return
    const listening = new AbortController()
    const drag = (event: DragEvent) => onDrag(event)
    document.addEventListener('dragover', drag, listening)
    document.addEventListener('drop', drag, listening)
    document.addEventListener('dragleave', (event) => onLeave(event), listening)
    return () => {
      listening.abort()
      setOver(false)
    }
  }, [enabled])
  return over
}
