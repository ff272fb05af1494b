import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/** Keeps the browser from opening a file dropped elsewhere. */
const refuseDrop = (event: globalThis.DragEvent) => {
  if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** Paste anywhere on the page, drop on the area. */
export const useFileIntake = (take: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false)
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  })

  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', refuseDrop)
    document.addEventListener('drop', refuseDrop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', refuseDrop)
      document.removeEventListener('drop', refuseDrop)
    }
  }, [])

  const acceptDrag = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  return {
    over,
    area: {
      onDragEnter: acceptDrag,
      onDragOver: acceptDrag,
      onDragLeave: (event: DragEvent) => {
        // Ignores moves between children.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      },
    },
  }
}
