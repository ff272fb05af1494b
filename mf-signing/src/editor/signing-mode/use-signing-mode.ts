import { useEffect, useRef, useState } from 'react'
import type { SigningMode, UserFile } from 'shared/contract'
import type { ModeChoice } from 'shared/contract/signing-order'
import { getSigningModeCall, setSigningModeCall } from 'shared/contract/signing-order'
import { messageOf, request } from 'shared/http'
import { untilGone } from '../../ui/until-gone.ts'

export interface SigningModeModel {
  readonly choice: ModeChoice | undefined
  readonly problem: string | undefined
  readonly choose: (mode: SigningMode) => void
  readonly reload: () => void
}

export const useSigningMode = (file: UserFile): SigningModeModel => {
  const [choice, setChoice] = useState<ModeChoice>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    return untilGone(
      request(getSigningModeCall, { bearer: 'session', params: { id: file.id } }),
      (next) => {
        setProblem(undefined)
        setChoice(next)
      },
      (error) => setProblem(messageOf(error)),
    )
  }, [file, attempt])

  const latest = useRef(0)
  /** Optimistic update, replaced by the server's answer. */
  const choose = async (before: ModeChoice, mode: SigningMode) => {
    latest.current += 1
    const mine = latest.current
    const answered = (next: ModeChoice) => mine === latest.current && setChoice(next)
    setChoice({ ...before, mode })
    setProblem(undefined)
    try {
      answered(await request(setSigningModeCall, { bearer: 'session', params: { id: file.id }, body: { mode } }))
    } catch (error) {
      answered(before)
      setProblem(messageOf(error))
    }
  }
  return {
    choice,
    problem,
    choose: (mode) => choice && void choose(choice, mode),
    reload: () => setAttempt(attempt + 1),
  }
}
