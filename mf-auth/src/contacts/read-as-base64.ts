/** @throws DOMException if the file was moved or its disk is gone */
export const readAsBase64 = async (file: File): Promise<string> => {
  const reader = new FileReader()
  const ended = Promise.withResolvers<void>()
  reader.onload = () => ended.resolve()
  reader.onerror = () => ended.reject(reader.error ?? new DOMException('unreadable', 'NotReadableError'))
  reader.readAsDataURL(file)
  await ended.promise
  return String(reader.result).replace(/^[^,]*,/, '')
}
