import { useLayoutEffect } from 'react'
import type { ErrorCode } from 'shared/contract'

/** @param code with which the server says that the link belongs to the other page of guests */
export const useOtherPage = (
  state: { readonly step: string; readonly code?: ErrorCode | undefined },
  code: ErrorCode,
  onOther: () => void,
): void => {
  const isOther = state.step === 'refused' && state.code === code
  useLayoutEffect(() => {
    if (isOther) onOther()
  }, [isOther])
}
